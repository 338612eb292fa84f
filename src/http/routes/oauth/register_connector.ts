import { z } from "zod";
import { line } from "../../../accounts/fields.ts";
import { CLIENT_PROOFS } from "../../../domain/connector_client.ts";
import { registerClient } from "../../../oauth/register_client.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";

const words = z.array(z.string().max(100)).max(20);

// Fields that the service does not use are ignored (RFC 7591, 2).
const registration = z.object({
  redirect_uris: z.array(z.string()).min(1).max(10).meta({
    description: "HTTPS addresses, or HTTP addresses of the client's own machine, whose port may then differ",
  }),
  client_name: line(100).nullish(),
  token_endpoint_auth_method: z.enum(CLIENT_PROOFS).default("client_secret_basic"),
  grant_types: words.nullish(),
  response_types: words.nullish(),
}).meta({ id: "ConnectorRegistration" });

const registered = z.strictObject({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_secret: z.string().optional().meta({ description: "Shown once, to a confidential client alone" }),
  client_secret_expires_at: z.int().optional().meta({ description: "0: it does not expire" }),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.enum(CLIENT_PROOFS),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
}).meta({ id: "RegisteredConnector" });

export const registerConnector = defineEndpoint({
  method: "POST",
  path: "/oauth/register",
  summary: "Register the connector of an AI assistant",
  description:
    "Dynamic registration (RFC 7591). A connector that nobody grants anything is forgotten after seven days, another " +
    "after 90 days without use.",
  credential: "public",
  rateLimit: "registration",
  refusals: "oauth registration",
  body: registration,
  responses: {
    201: { description: "The connector", body: registered },
    400: problem("invalid_redirect_uri", "invalid_client_metadata"),
  },
}, async ({ body }, dependencies) => {
  const { client, secret } = await registerClient({
    name: body.client_name ?? null,
    redirectAddresses: body.redirect_uris,
    proof: body.token_endpoint_auth_method,
    grantTypes: body.grant_types ?? null,
    responseTypes: body.response_types ?? null,
  }, dependencies);
  return {
    status: 201,
    body: {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.registeredAt / 1_000),
      ...secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 },
      ...client.name === null ? {} : { client_name: client.name },
      redirect_uris: client.redirectAddresses,
      token_endpoint_auth_method: client.proof,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  };
});
