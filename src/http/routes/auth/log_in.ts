import { z } from "zod";
import { emailGuess, passwordGuess } from "../../../accounts/fields.ts";
import { logIn as startSession } from "../../../accounts/log_in.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { limitFailures } from "../../middleware/rate_limit.ts";
import { accessTokenBody, presentAccessToken } from "./access_token_body.ts";
import { failuresOfAddress, failuresOfEmail } from "./failure_counts.ts";
import { sessionCookies } from "./session_cookies.ts";

const logInRequest = z.strictObject({ email: emailGuess, password: passwordGuess }).meta({ id: "LogInRequest" });

export const logIn = defineEndpoint({
  method: "POST",
  path: "/auth/login",
  summary: "Sign in",
  description: "Answers an access token and sets the cookies `refresh_token` and `csrf_token`.",
  credential: "public",
  securityEvent: "each",
  rateLimit: "public authentication",
  body: logInRequest,
  responses: {
    200: { description: "An access token", body: accessTokenBody },
    401: problem("invalid_credentials"),
  },
}, async ({ body, address, headers, concerns }, dependencies) => {
  const origin = { userAgent: headers.get("user-agent"), address };
  const counts = [failuresOfAddress(address), ...failuresOfEmail(body.email, address)];
  const session = await limitFailures(
    counts,
    dependencies.rateLimiter,
    () => startSession({ ...body, origin, onAccount: concerns }, dependencies),
  );
  return { status: 200, body: presentAccessToken(session.accessToken), cookies: sessionCookies(session) };
});
