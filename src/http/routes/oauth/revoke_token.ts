import { z } from "zod";
import { secretDigest } from "../../../accounts/secrets.ts";
import { DomainError } from "../../../domain/errors.ts";
import { authenticateClient } from "../../../oauth/authenticate_client.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { clientCredentials, clientFields } from "./client_form.ts";

const revocationForm = z.object({
  token: z.string().optional(),
  token_type_hint: z.string().optional(),
  ...clientFields,
}).meta({ id: "ConnectorRevocationForm" });

export const revokeToken = defineEndpoint({
  method: "POST",
  path: "/oauth/revoke",
  summary: "End a token of a connector",
  description:
    "Revocation (RFC 7009). A refresh token ends with all tokens that came with it and with its successors, and with the " +
    "last one the grant ends. The answer is the same for a token that does not exist.",
  credential: "public",
  rateLimit: "connector",
  refusals: "oauth",
  takesForm: true,
  body: revocationForm,
  responses: {
    200: { description: "The token is not valid" },
    400: problem("invalid_request"),
    401: problem("invalid_client"),
  },
}, async ({ body, headers }, dependencies) => {
  const client = await authenticateClient(clientCredentials(headers, body), dependencies);
  if (body.token === undefined) throw new DomainError("invalid_request", "The field token is missing");
  await dependencies.connectorTokens.revoke(secretDigest(body.token), client.id);
  return { status: 200 };
});
