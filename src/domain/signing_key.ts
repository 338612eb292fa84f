/** A private Ed25519 key (RFC 8037) that signs access tokens. */
export interface SigningKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  d: string;
  kid: string;
  alg?: "EdDSA" | "Ed25519";
  use?: "sig";
}

/** The keys of the service, newest first: the first one signs, all of them verify. */
export interface SigningKeySet {
  keys: SigningKey[];
}
