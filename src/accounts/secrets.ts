import { createHash, timingSafeEqual } from "node:crypto";

/** Hands out random bytes; given by the composition root. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>;

const SECRET_BYTES = 32;

/** A secret of 256 bits as 43 characters of base64url. */
export function newSecret(randomBytes: RandomBytes): string {
  return randomBytes(SECRET_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** SHA-256 of a secret, in lower-case hexadecimal: all that the store knows of it. */
export function secretDigest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares two digests in constant time. */
export function digestsEqual(left: string, right: string): boolean {
  const [a, b] = [left, right].map((digest) => new TextEncoder().encode(digest));
  return a.length === b.length && timingSafeEqual(a, b);
}
