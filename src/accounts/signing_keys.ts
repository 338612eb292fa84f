import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";
import { type Instant, MINUTE_MS, SECOND_MS } from "../domain/instant.ts";
import { ACCESS_TOKEN_SECONDS } from "../domain/session.ts";
import type { SigningKey, SigningKeySet } from "../domain/signing_key.ts";

const ed25519PrivateJwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.base64url().length(43),
  d: z.base64url().length(43),
  kid: z.string().min(1).max(128),
  alg: z.enum(["EdDSA", "Ed25519"]).exactOptional(),
  use: z.literal("sig").exactOptional(),
});

/** Schema of a JWK set (RFC 7517) of private Ed25519 keys. */
const signingKeySet = z.object({ keys: z.array(ed25519PrivateJwk).min(1).max(32) });

/** Type of a public signing key (JWK) in the answer of `/.well-known/jwks.json`. */
export interface PublicJwk extends JWK {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

/** Largest number of signing keys in a key set after a rotation, which drops the oldest keys beyond it. */
const KEYS_KEPT = 8;

/** Makes a new Ed25519 signing key. Its `kid` is its thumbprint (RFC 7638). */
export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const { x, d } = await exportJWK(privateKey);
  if (x === undefined || d === undefined) throw new Error("Cannot export a new Ed25519 key");
  const kid = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x });
  return { kty: "OKP", crv: "Ed25519", x, d, kid, alg: "EdDSA", use: "sig" };
}

/**
 * Returns the key set after a rotation, with a new signing key in front. The seven latest former keys still verify
 * access tokens until the last token that they signed has expired, so that nobody is signed out.
 */
export async function rotateSigningKeys(set: SigningKeySet | null, now: Instant): Promise<SigningKeySet> {
  const former = (set?.keys ?? []).map((key) => ({ ...key, retiredAt: key.retiredAt ?? now }));
  const verifying = former.filter((key) => verifies(key, now)).slice(0, KEYS_KEPT - 1);
  return { keys: [await newSigningKey(), ...verifying] };
}

/**
 * Milliseconds for which a replaced signing key still verifies access tokens: the life of a token, plus a minute in
 * which other processes still sign with the key, plus a clock difference of 5 seconds.
 */
const RETIRED_MS = ACCESS_TOKEN_SECONDS * SECOND_MS + MINUTE_MS + 5 * SECOND_MS;

/**
 * Whether a signing key still verifies tokens: it does until the last access token that it can have signed has expired.
 */
export function verifies({ retiredAt }: SigningKey, now: Instant): boolean {
  return retiredAt === undefined || now - retiredAt < RETIRED_MS;
}

/** Returns the public halves of the keys in a set that still verify tokens. */
export function publicKeySet(set: SigningKeySet, now: Instant): { keys: PublicJwk[] } {
  const verifying = set.keys.filter((key) => verifies(key, now));
  return { keys: verifying.map(({ x, kid }) => ({ kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" })) };
}

/** Parses the text of a `SIGNING_KEYS_FILE` into a key set. Throws an `Error` if the text is not a valid key set. */
export function parseSigningKeys(text: string): SigningKeySet {
  const parsed = signingKeySet.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new Error("Cannot use the signing keys: a JWK set of private Ed25519 keys, each with a kid, is needed");
  }
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
