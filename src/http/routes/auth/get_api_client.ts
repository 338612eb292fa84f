import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";
import { apiClientBody, presentApiClient } from "./api_client_body.ts";

export const getApiClient = defineEndpoint({
  method: "GET",
  path: "/auth/api-clients/{id}",
  summary: "Read an API client",
  credential: "session",
  rateLimit: "rest",
  parameters: { id: idParameter(["cli"], "Id of an API client") },
  responses: { 200: { description: "The client", body: apiClientBody }, 404: problem("not_found") },
}, async ({ account, parameters }, { apiClients }) => {
  return { status: 200, body: presentApiClient(await apiClients.get(account.id, parameters.id)) };
});
