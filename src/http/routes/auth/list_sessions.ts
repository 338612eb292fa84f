import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageQuery } from "../../pagination.ts";
import { presentSession, sessionList } from "./session_body.ts";

export const listSessions = defineEndpoint({
  method: "GET",
  path: "/auth/sessions",
  summary: "List the sessions of the account",
  credential: "session",
  rateLimit: "rest",
  query: z.strictObject(pageQuery),
  responses: { 200: { description: "Sessions, newest first", body: sessionList }, 400: problem("invalid_cursor") },
}, async ({ account, principal, query }, { sessions, cursors }) => {
  const list = { list: "sessions", accountId: account.id };
  const { items, nextCursor } = await cursors.page(list, query, (page) => sessions.list(account.id, page));
  const shown = items.map((session) => presentSession(session, principal.session));
  return { status: 200, body: { items: shown, next_cursor: nextCursor } };
});
