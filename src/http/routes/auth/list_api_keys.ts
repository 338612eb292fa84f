import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageQuery } from "../../pagination.ts";
import { apiKeyList, presentApiKey } from "./api_key_body.ts";

export const listApiKeys = defineEndpoint({
  method: "GET",
  path: "/auth/api-keys",
  summary: "List API keys, of one client or of all",
  credential: "session",
  rateLimit: "rest",
  query: z.strictObject({ ...pageQuery, client_id: z.string().max(100).optional() }),
  responses: { 200: { description: "Keys, newest first", body: apiKeyList }, 400: problem("invalid_cursor") },
}, async ({ account, query }, { apiKeys, cursors }) => {
  const filter = { clientId: query.client_id };
  const list = { list: "api-keys", accountId: account.id, filter };
  const { items, nextCursor } = await cursors.page(list, query, (page) => apiKeys.list(account.id, filter, page));
  return { status: 200, body: { items: items.map(presentApiKey), next_cursor: nextCursor } };
});
