import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";

export const deleteApiKey = defineEndpoint({
  method: "DELETE",
  path: "/auth/api-keys/{id}",
  summary: "Revoke an API key",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  parameters: { id: idParameter(["key"], "Id of an API key") },
  responses: { 204: { description: "The key is refused from now on" }, 404: problem("not_found") },
}, async ({ account, parameters }, { apiKeys }) => {
  await apiKeys.delete(account.id, parameters.id);
  return { status: 204 };
});
