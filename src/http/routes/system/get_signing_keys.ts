import { z } from "zod";
import { publicKeySet } from "../../../accounts/signing_keys.ts";
import { defineEndpoint } from "../../endpoint.ts";

const publicKey = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});

export const getSigningKeys = defineEndpoint({
  method: "GET",
  path: "/.well-known/jwks.json",
  credential: "public",
  rateLimit: "rest",
  summary: "Read the public keys of access tokens",
  responses: {
    200: {
      description: "A JWK set (RFC 7517)",
      body: z.strictObject({ keys: z.array(publicKey) }).meta({ id: "SigningKeys" }),
    },
  },
}, async (_input, { signingKeys, clock }) => ({
  status: 200,
  body: publicKeySet(await signingKeys.current(), clock.now()),
  headers: { "cache-control": "public, max-age=60" },
}));
