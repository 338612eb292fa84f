import { createHash } from "node:crypto";

/** Hands out random bytes; given by the composition root. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>;

const SECRET_BYTES = 32;
const MAILED_TOKEN_BYTES = 24;

/** A secret of 256 bits as 43 characters of base64url. */
export function newSecret(randomBytes: RandomBytes): string {
  return base64Url(randomBytes(SECRET_BYTES));
}

/** A token of 192 bits as 32 characters: short enough for its link to stay on one line of a mail. */
export function newMailedToken(randomBytes: RandomBytes): string {
  return base64Url(randomBytes(MAILED_TOKEN_BYTES));
}

function base64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** SHA-256 of a secret, in lower-case hexadecimal: all that the store knows of it. */
export function secretDigest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
