import { createHash } from "node:crypto";

/** SHA-256 of a body of POST /jobs in lower-case hexadecimal, equal for the same values in the same order. */
export function digestOfBody(body: unknown): string {
  return createHash("sha256").update(`POST /jobs ${JSON.stringify(body)}`).digest("hex");
}
