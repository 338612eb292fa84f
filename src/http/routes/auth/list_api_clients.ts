import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageQuery } from "../../pagination.ts";
import { apiClientList, presentApiClient } from "./api_client_body.ts";

export const listApiClients = defineEndpoint({
  method: "GET",
  path: "/auth/api-clients",
  summary: "List API clients",
  credential: "session",
  rateLimit: "rest",
  query: z.strictObject(pageQuery),
  responses: { 200: { description: "Clients, newest first", body: apiClientList }, 400: problem("invalid_cursor") },
}, async ({ account, query }, { apiClients, cursors }) => {
  const list = { list: "api-clients", accountId: account.id };
  const { items, nextCursor } = await cursors.page(list, query, (page) => apiClients.list(account.id, page));
  return { status: 200, body: { items: items.map(presentApiClient), next_cursor: nextCursor } };
});
