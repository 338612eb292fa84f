import { z } from "zod";
import { changePassword as setPassword } from "../../../accounts/change_password.ts";
import { newPassword, passwordGuess } from "../../../accounts/fields.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { limitFailures } from "../../middleware/rate_limit.ts";
import { failuresOfAddress, failuresOfEmail } from "./failure_counts.ts";
import { messageBody } from "../../message_body.ts";

const passwordChange = z.strictObject({ current_password: passwordGuess, new_password: newPassword })
  .meta({ id: "PasswordChange" });

export const changePassword = defineEndpoint({
  method: "POST",
  path: "/auth/password",
  summary: "Change the password",
  description: "Ends every other session of the account.",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  body: passwordChange,
  responses: {
    200: { description: "The password is set", body: messageBody },
    401: problem("invalid_credentials"),
  },
}, async ({ principal, body, address }, dependencies) => {
  const counts = [failuresOfAddress(address), ...failuresOfEmail(principal.user.email, address)];
  const change = { currentPassword: body.current_password, newPassword: body.new_password };
  await limitFailures(counts, dependencies.rateLimiter, () => setPassword(principal, change, dependencies));
  return { status: 200, body: { detail: "The password is set, and every other session has ended" } };
});
