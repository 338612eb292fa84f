import { z } from "zod";
import { secretDigest } from "../../../accounts/secrets.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { limitFailures } from "../../middleware/rate_limit.ts";
import { failuresOfAddress } from "./failure_counts.ts";
import { messageBody } from "../../message_body.ts";
import { mailedToken } from "./token_request.ts";

export const confirmEmailVerification = defineEndpoint({
  method: "POST",
  path: "/auth/email/verify/confirm",
  summary: "Verify an e-mail address",
  description: "Sessions that began before the verification end.",
  credential: "public",
  securityEvent: "each",
  rateLimit: "public authentication",
  body: z.strictObject({ token: mailedToken }).meta({ id: "EmailVerification" }),
  responses: {
    200: { description: "The address is verified", body: messageBody },
    400: problem("one_time_token_invalid", "one_time_token_expired"),
  },
}, async ({ body: { token }, address, concerns }, { oneTimeTokens, rateLimiter }) => {
  const confirm = () => oneTimeTokens.confirmEmail(secretDigest(token));
  const { account } = await limitFailures([failuresOfAddress(address)], rateLimiter, confirm);
  concerns(account.id);
  return { status: 200, body: { detail: "The e-mail address is verified" } };
});
