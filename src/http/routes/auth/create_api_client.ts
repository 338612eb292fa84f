import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { apiClientBody, apiClientDescription, apiClientName, presentApiClient } from "./api_client_body.ts";

const apiClientRequest = z.strictObject({ name: apiClientName, description: apiClientDescription.nullish() })
  .meta({ id: "ApiClientRequest" });

export const createApiClient = defineEndpoint({
  method: "POST",
  path: "/auth/api-clients",
  summary: "Make an API client",
  description: "An account has at most 50 API clients.",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  body: apiClientRequest,
  responses: { 201: { description: "The client", body: apiClientBody }, 409: problem("limit_reached") },
}, async ({ account, body: { name, description = null } }, { apiClients }) => {
  const client = await apiClients.create(account.id, { name, description });
  return { status: 201, body: presentApiClient(client) };
});
