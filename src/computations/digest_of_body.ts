import { createHash } from "node:crypto";
import { isObject } from "../faults/json_object.ts";
import { jsonParts } from "../request/json_parts.ts";

/**
 * Returns the SHA-256 digest of a request body of POST /jobs in lower-case hexadecimal. Equal values in equal order
 * give equal digests.
 */
export function digestOfBody(body: unknown): string {
  const hash = createHash("sha256").update("POST /jobs ");
  const parts = isObject(body) ? jsonParts(body) : [];
  if (parts.length === 0) return hash.update(JSON.stringify(body)).digest("hex");
  for (const { before, value } of parts) hash.update(before).update(value);
  return hash.update("}").digest("hex");
}
