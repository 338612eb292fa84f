import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";
import { apiClientBody, apiClientDescription, apiClientName, presentApiClient } from "./api_client_body.ts";

const apiClientChange = z.strictObject({
  name: apiClientName.optional(),
  description: apiClientDescription.nullable().optional(),
}).meta({ id: "ApiClientChange" });

export const updateApiClient = defineEndpoint({
  method: "PATCH",
  path: "/auth/api-clients/{id}",
  summary: "Change an API client",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  parameters: { id: idParameter(["cli"], "Id of an API client") },
  body: apiClientChange,
  responses: { 200: { description: "The client", body: apiClientBody }, 404: problem("not_found") },
}, async ({ account, parameters, body }, { apiClients }) => {
  return { status: 200, body: presentApiClient(await apiClients.update(account.id, parameters.id, body)) };
});
