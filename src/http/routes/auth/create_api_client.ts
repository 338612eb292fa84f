import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";
import { apiClientBody, apiClientDescription, apiClientName, presentApiClient } from "./api_client_body.ts";

const apiClientRequest = z.strictObject({ name: apiClientName, description: apiClientDescription.nullish() })
  .meta({ id: "ApiClientRequest" });

export const createApiClient = defineEndpoint({
  method: "POST",
  path: "/auth/api-clients",
  summary: "Make an API client",
  credential: "session",
  rateLimit: "rest",
  body: apiClientRequest,
  responses: { 201: { description: "The client", body: apiClientBody } },
}, async ({ account, body: { name, description = null } }, { apiClients }) => {
  const client = await apiClients.create(account.id, { name, description });
  return { status: 201, body: presentApiClient(client) };
});
