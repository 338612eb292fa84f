import { z } from "zod";
import { confirmPasswordReset as setPassword } from "../../../accounts/confirm_password_reset.ts";
import { newPassword } from "../../../accounts/fields.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { limitFailures } from "../../middleware/rate_limit.ts";
import { failuresOfAddress } from "./failure_counts.ts";
import { messageBody } from "../../message_body.ts";
import { mailedToken } from "./token_request.ts";

const passwordReset = z.strictObject({
  token: mailedToken,
  new_password: newPassword,
  revoke_api_keys: z.boolean().default(false).meta({
    description: "Whether every API key of the account is revoked, too",
  }),
}).meta({ id: "PasswordReset" });

export const confirmPasswordReset = defineEndpoint({
  method: "POST",
  path: "/auth/password/reset/confirm",
  summary: "Set a new password",
  description:
    "Uses up the mailed token, ends every session of the account and revokes the grants of connectors. On request it also " +
    "revokes every API key. The owner is notified by mail.",
  credential: "public",
  securityEvent: "each",
  rateLimit: "public authentication",
  body: passwordReset,
  responses: {
    200: { description: "The password is set", body: messageBody },
    400: problem("one_time_token_invalid", "one_time_token_expired"),
  },
}, async ({ body: { token, new_password, revoke_api_keys }, address, concerns }, dependencies) => {
  const reset = () => setPassword({ token, newPassword: new_password, revokeApiKeys: revoke_api_keys }, dependencies);
  const { account } = await limitFailures([failuresOfAddress(address)], dependencies.rateLimiter, reset);
  concerns(account.id);
  return { status: 200, body: { detail: "The password is set: sign in with it" } };
});
