import { Buffer } from "node:buffer";
import { createHash, timingSafeEqual } from "node:crypto";

/** Form of a challenge: SHA-256 in base64url (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Whether a text can be the challenge of a proof key by the method S256, the only one of this service. */
export function isCodeChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}

/** Whether a verifier is the one from which a challenge was made (RFC 7636, 4.6), compared in constant time. */
export function verifiesChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const made = createHash("sha256").update(verifier).digest();
  const given = Buffer.from(challenge, "base64url");
  return made.length === given.length && timingSafeEqual(made, given);
}
