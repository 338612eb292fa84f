import { type CryptoKey, errors, importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { entryAt } from "../domain/entry_at.ts";
import type { Instant } from "../domain/instant.ts";
import { DomainError } from "../domain/errors.ts";
import { ACCESS_TOKEN_SECONDS } from "../domain/session.ts";
import type { SigningKeySet } from "../domain/signing_key.ts";
import { verifies } from "./signing_keys.ts";

const ACCESS_TOKEN_AUDIENCE = "portfolio-optimization";

/**
 * Seconds by which the time of issue of an access token may lie in the future when the token is verified, because the
 * clocks of two machines of the service differ.
 */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Type of the user id and session id that an access token contains. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Type of the contents of an access token whose signature was verified: user id, session id and expiry. */
export interface VerifiedClaims extends AccessClaims {
  /** Time at which the access token expires. */
  readonly expiresAt: Instant;
}

/** Type of the signer and verifier of access tokens (JWT, EdDSA). */
export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /**
   * Returns the claims of a valid access token. Throws `token_expired`, or `token_invalid` for any other token that
   * this service did not sign for itself.
   */
  verify(token: string): Promise<VerifiedClaims>;
}

export interface AccessTokenOptions {
  readonly issuer: string;
  /**
   * Source of the keys that sign access tokens. A token that names an unknown key makes it read the keys again, so that
   * a key rotation by another process is noticed.
   */
  readonly signingKeys: SigningKeySource;
  readonly nowMs: () => number;
  readonly newId: () => string;
}

export interface SigningKeySource {
  current(): Promise<SigningKeySet>;
  reload(): Promise<SigningKeySet>;
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  jti: z.string().min(1),
  iat: z.int(),
  exp: z.int(),
});

/**
 * Returns a signer and verifier of access tokens for one issuer. `sub` is the user, `sid` the session; a token lasts
 * 900 seconds.
 */
export function accessTokens(options: AccessTokenOptions): AccessTokens {
  const { issuer, signingKeys, nowMs, newId } = options;
  const imported = new Map<string, Promise<CryptoKey>>();
  const importOnce = (kid: string, jwk: Parameters<typeof importJWK>[0]): Promise<CryptoKey> => {
    const known = imported.get(kid);
    if (known) return known;
    const key = importEd25519(jwk);
    imported.set(kid, key);
    return key;
  };
  const verificationKey = async (kid: string | undefined): Promise<CryptoKey> => {
    const named = (set: SigningKeySet) => set.keys.find((key) => key.kid === kid && verifies(key, nowMs()));
    const key = named(await signingKeys.current()) ?? named(await signingKeys.reload());
    if (!key) throw new errors.JWKSNoMatchingKey();
    return importOnce(`public ${key.kid}`, { kty: key.kty, crv: key.crv, x: key.x });
  };
  return {
    async sign({ userId, sessionId }) {
      const { kty, crv, x, d, kid } = entryAt((await signingKeys.current()).keys, 0);
      const key = await importOnce(`private ${kid}`, { kty, crv, x, d });
      const issuedAt = Math.floor(nowMs() / 1000);
      return await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "EdDSA", kid, typ: "JWT" })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(ACCESS_TOKEN_AUDIENCE)
        .setJti(newId())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },
    async verify(token) {
      const now = nowMs();
      try {
        const { payload } = await jwtVerify(token, (header) => verificationKey(header.kid), {
          algorithms: ["EdDSA"],
          typ: "JWT",
          issuer,
          audience: ACCESS_TOKEN_AUDIENCE,
          currentDate: new Date(now),
          requiredClaims: ["exp", "iat", "sub", "sid", "jti"],
        });
        return trusted(payload, now);
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}

function trusted(payload: unknown, nowMs: number): VerifiedClaims {
  const { sub, sid, iat, exp } = claimsSchema.parse(payload);
  const fromTheFuture = iat > nowMs / 1000 + CLOCK_TOLERANCE_SECONDS;
  if (fromTheFuture || exp - iat > ACCESS_TOKEN_SECONDS) throw new errors.JWTClaimValidationFailed("iat", {}, "iat");
  return { userId: sub, sessionId: sid, expiresAt: exp * 1_000 };
}

function refusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new DomainError("token_expired", "The access token has expired");
  if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
    return new DomainError("token_invalid", "The access token is not a valid token of this service");
  }
  return error;
}

async function importEd25519(jwk: Parameters<typeof importJWK>[0]): Promise<CryptoKey> {
  const key = await importJWK(jwk, "EdDSA");
  if (key instanceof Uint8Array) throw new Error("Cannot use a symmetric key as an Ed25519 key");
  return key;
}
