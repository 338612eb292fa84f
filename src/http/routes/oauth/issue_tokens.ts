import { z } from "zod";
import { CONNECTOR_TOKEN_SECONDS } from "../../../domain/connector_authorization.ts";
import { authenticateClient } from "../../../oauth/authenticate_client.ts";
import { issueTokens as newTokens } from "../../../oauth/issue_tokens.ts";
import { TokenReused } from "../../../store/connector_tokens.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { clientCredentials, clientFields } from "./client_form.ts";

const text = z.string().optional();

const tokenForm = z.object({
  grant_type: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  scope: text,
  resource: text,
  ...clientFields,
}).meta({ id: "ConnectorTokenForm" });

const tokens = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
}).meta({ id: "ConnectorTokens" });

export const issueTokens = defineEndpoint({
  method: "POST",
  path: "/oauth/token",
  summary: "Exchange a code or a refresh token of a connector for tokens",
  description:
    "The token endpoint of OAuth 2.1. A refresh token is replaced with each use; the former one gets the same answer for " +
    "30 seconds, and later ends the grant.",
  credential: "public",
  securityEvent: "by the handler",
  rateLimit: "connector",
  refusals: "oauth",
  takesForm: true,
  body: tokenForm,
  responses: {
    200: { description: "The tokens", body: tokens },
    400: problem(
      "invalid_request",
      "invalid_grant",
      "unsupported_grant_type",
      "invalid_scope",
      "invalid_target",
    ),
    401: problem("invalid_client"),
  },
}, async ({ body, headers, concerns }, dependencies) => {
  const client = await authenticateClient(clientCredentials(headers, body), dependencies);
  try {
    const { accessToken, refreshToken, scopes } = await newTokens(body, client, dependencies);
    return {
      status: 200,
      body: {
        access_token: accessToken,
        token_type: "Bearer",
        expires_in: CONNECTOR_TOKEN_SECONDS,
        refresh_token: refreshToken,
        scope: scopes.join(" "),
      },
    };
  } catch (error) {
    if (error instanceof TokenReused) concerns(error.accountId, error.grantId);
    throw error;
  }
});
