import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";

export const deleteApiClient = defineEndpoint({
  method: "DELETE",
  path: "/auth/api-clients/{id}",
  summary: "Delete an API client and its keys",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  parameters: { id: idParameter(["cli"], "Id of an API client") },
  responses: { 204: { description: "The client is gone, and its keys are refused" }, 404: problem("not_found") },
}, async ({ account, parameters }, { apiClients }) => {
  await apiClients.delete(account.id, parameters.id);
  return { status: 204 };
});
