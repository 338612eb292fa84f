import type { Instant } from "./instant.ts";

/** Type of a private Ed25519 key (RFC 8037) that signs access tokens. */
export interface SigningKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  d: string;
  kid: string;
  alg?: "EdDSA" | "Ed25519";
  use?: "sig";
  /**
   * Time at which another signing key replaced this one. Absent on the key that signs now and on keys of an operator's
   * file.
   */
  retiredAt?: Instant;
}

/**
 * The signing keys of the service, newest first. The first one signs; the others verify until the tokens that they
 * signed have expired.
 */
export interface SigningKeySet {
  keys: SigningKey[];
}
