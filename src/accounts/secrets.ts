import { createHash } from "node:crypto";

/** Returns the given number of random bytes. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>;

const SECRET_BYTES = 32;
const MAILED_TOKEN_BYTES = 24;

/** Returns a new random secret of 256 bits as 43 characters of base64url. */
export function newSecret(randomBytes: RandomBytes): string {
  return base64Url(randomBytes(SECRET_BYTES));
}

/** Returns a new random one-time token of 192 bits as 32 characters, so that its link fits on one line of a mail. */
export function newMailedToken(randomBytes: RandomBytes): string {
  return base64Url(randomBytes(MAILED_TOKEN_BYTES));
}

function base64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * Returns the SHA-256 digest of a secret in lower-case hexadecimal. The store keeps this digest in the record of a
 * credential, and not the secret.
 */
export function secretDigest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
