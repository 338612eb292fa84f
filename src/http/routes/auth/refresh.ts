import { refreshSession } from "../../../accounts/refresh_session.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { limitFailures } from "../../middleware/rate_limit.ts";
import { accessTokenBody, presentAccessToken } from "./access_token_body.ts";
import { failuresOfAccount, failuresOfAddress } from "./failure_counts.ts";
import { sessionCookies } from "./session_cookies.ts";
import { refreshTokenOf, requireCsrfOf, sessionOfRefreshToken } from "./session_of_cookies.ts";

export const refresh = defineEndpoint({
  method: "POST",
  path: "/auth/refresh",
  summary: "Refresh the session",
  description:
    "Exchanges the cookie `refresh_token` for a new access token and new cookies. A refresh token that was used before " +
    "ends its session.",
  credential: "session cookies",
  securityEvent: "hourly",
  rateLimit: "public authentication",
  responses: {
    200: { description: "An access token", body: accessTokenBody },
    401: problem("session_revoked"),
    403: problem("csrf_failed"),
  },
}, async (input, dependencies) => {
  const { rateLimiter } = dependencies;
  const tokens = await limitFailures([failuresOfAddress(input.address)], rateLimiter, async () => {
    const refreshToken = refreshTokenOf(input);
    const session = await sessionOfRefreshToken(refreshToken, dependencies);
    input.concerns(session.accountId, session.id);
    return await limitFailures(failuresOfAccount(session.accountId, input.address), rateLimiter, async () => {
      await requireCsrfOf(session, input, dependencies);
      return await refreshSession(refreshToken, dependencies);
    });
  });
  return { status: 200, body: presentAccessToken(tokens.accessToken), cookies: sessionCookies(tokens) };
});
