import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageQuery, pageRequest } from "../../pagination.ts";
import { apiClientList, presentApiClient } from "./api_client_body.ts";

export const listApiClients = defineEndpoint({
  method: "GET",
  path: "/auth/api-clients",
  summary: "List API clients",
  credential: "session",
  rateLimit: "rest",
  query: z.strictObject(pageQuery),
  responses: { 200: { description: "Clients, newest first", body: apiClientList }, 400: problem("invalid_cursor") },
}, async ({ account, query }, { apiClients }) => {
  const { items, nextCursor } = await apiClients.list(account.id, pageRequest(query));
  return { status: 200, body: { items: items.map(presentApiClient), next_cursor: nextCursor } };
});
