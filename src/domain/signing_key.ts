import type { Instant } from "./instant.ts";

/** A private Ed25519 key (RFC 8037) that signs access tokens. */
export interface SigningKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  d: string;
  kid: string;
  alg?: "EdDSA" | "Ed25519";
  use?: "sig";
  /** When another key took its place; absent from the one that signs, and from those of an operator's file. */
  retiredAt?: Instant;
}

/** The keys of the service, newest first: the first one signs, the others verify until what they signed has ended. */
export interface SigningKeySet {
  keys: SigningKey[];
}
