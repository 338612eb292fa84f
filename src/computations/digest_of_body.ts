import { createHash } from "node:crypto";

/**
 * Returns the SHA-256 digest of a request body of POST /jobs in lower-case hexadecimal. Equal values in equal order
 * give equal digests.
 */
export function digestOfBody(body: unknown): string {
  return createHash("sha256").update(`POST /jobs ${JSON.stringify(body)}`).digest("hex");
}
