import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";
import { apiKeyBody, apiKeyName, apiKeyScopes, presentApiKey } from "./api_key_body.ts";

const apiKeyChange = z.strictObject({ name: apiKeyName.optional(), scopes: apiKeyScopes.optional() })
  .meta({ id: "ApiKeyChange" });

export const updateApiKey = defineEndpoint({
  method: "PATCH",
  path: "/auth/api-keys/{id}",
  summary: "Change an API key",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  parameters: { id: idParameter(["key"], "Id of an API key") },
  body: apiKeyChange,
  responses: { 200: { description: "The key", body: apiKeyBody }, 404: problem("not_found") },
}, async ({ account, principal, parameters, body }, { apiKeys }) => {
  const key = await apiKeys.update(account.id, parameters.id, { ...body, sessionId: principal.session.id });
  return { status: 200, body: presentApiKey(key) };
});
