import { z } from "zod";
import { createApiKey as makeKey } from "../../../accounts/create_api_key.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { apiKeyName, apiKeyScopes, createdApiKeyBody, presentCreatedApiKey } from "./api_key_body.ts";

const apiKeyRequest = z.strictObject({
  client_id: z.string().min(1).max(100),
  name: apiKeyName,
  scopes: apiKeyScopes.optional().meta({
    description:
      "What the key may do: `jobs:read` reads runs and their files, `jobs:write` also submits and manages runs, `jobs:*` " +
      "covers all of runs, `*` everything. `jobs:read` and `jobs:write` if absent",
  }),
}).meta({ id: "ApiKeyRequest" });

export const createApiKey = defineEndpoint({
  method: "POST",
  path: "/auth/api-keys",
  summary: "Make an API key",
  description: "An account has at most 200 API keys.",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  body: apiKeyRequest,
  responses: {
    201: { description: "The key with its text, which is shown once", body: createdApiKeyBody },
    404: problem("not_found"),
    409: problem("limit_reached"),
  },
}, async ({ principal, body: { client_id, name, scopes } }, dependencies) => {
  const { key, text } = await makeKey(principal, { clientId: client_id, name, scopes }, dependencies);
  return { status: 201, body: presentCreatedApiKey(key, text) };
});
