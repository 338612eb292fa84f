import { z } from "zod";
import { serverMetadata } from "../../../oauth/server_metadata.ts";
import { defineEndpoint } from "../../endpoint.ts";

const words = z.array(z.string());

const metadata = z.strictObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  registration_endpoint: z.string(),
  scopes_supported: words,
  response_types_supported: words,
  response_modes_supported: words,
  grant_types_supported: words,
  token_endpoint_auth_methods_supported: words,
  revocation_endpoint_auth_methods_supported: words,
  code_challenge_methods_supported: words,
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
  protected_resources: words,
}).meta({ id: "AuthorizationServer" });

export const getAuthorizationServer = defineEndpoint({
  method: "GET",
  path: "/.well-known/oauth-authorization-server",
  summary: "Read how a connector gets tokens",
  credential: "public",
  rateLimit: "rest",
  responses: { 200: { description: "Metadata of the authorization server (RFC 8414)", body: metadata } },
}, (_input, { config }) => ({
  status: 200,
  body: serverMetadata(config.publicUrl),
  headers: { "cache-control": "public, max-age=300" },
}));
