import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";

export const deleteApiClient = defineEndpoint({
  method: "DELETE",
  path: "/auth/api-clients/{id}",
  summary: "Delete an API client and its keys",
  credential: "session",
  rateLimit: "rest",
  parameters: { id: z.string() },
  responses: { 204: { description: "The client is gone, and its keys are refused" }, 404: problem("not_found") },
}, async ({ account, parameters }, { apiClients }) => {
  await apiClients.delete(account.id, parameters.id);
  return { status: 204 };
});
