import { defineEndpoint, problem } from "../../endpoint.ts";
import { messageBody } from "../../message_body.ts";
import { clearedSessionCookies } from "./session_cookies.ts";
import { refreshTokenOf, requireCsrfOf, sessionOfRefreshToken } from "./session_of_cookies.ts";

export const logOut = defineEndpoint({
  method: "POST",
  path: "/auth/logout",
  summary: "Sign out",
  description: "Ends the session of the cookies and clears them.",
  credential: "session cookies",
  securityEvent: "each",
  rateLimit: "public authentication",
  responses: {
    200: { description: "The session has ended", body: messageBody },
    401: problem("session_revoked"),
    403: problem("csrf_failed"),
  },
}, async (input, dependencies) => {
  const session = await sessionOfRefreshToken(refreshTokenOf(input), dependencies);
  input.concerns(session.accountId, session.id);
  await requireCsrfOf(session, input, dependencies);
  await dependencies.sessions.revoke(session.accountId, session.id);
  return { status: 200, body: { detail: "You are signed out" }, cookies: clearedSessionCookies() };
});
