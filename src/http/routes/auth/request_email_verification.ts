import { requestOneTimeToken } from "../../../accounts/request_one_time_token.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { messageBody } from "../../message_body.ts";
import { tokenRequest } from "./token_request.ts";

export const requestEmailVerification = defineEndpoint({
  method: "POST",
  path: "/auth/email/verify/request",
  summary: "Ask for another verification mail",
  description:
    "Mails a token, valid for 24 hours and for one use, if the address has an account that is not verified. The answer is " +
    "the same if it has none.",
  credential: "public",
  securityEvent: "by the handler",
  rateLimit: "public authentication",
  body: tokenRequest,
  responses: { 200: { description: "The answer is the same for every address", body: messageBody } },
}, async ({ body, noteAsked }, dependencies) => {
  // A background task writes the mail with the verification link, and the answer does not wait for it. The store must
  // be ready before the answer promises a mail.
  await dependencies.readiness.check();
  requestOneTimeToken({ purpose: "email_verification", email: body.email, onAccount: noteAsked }, dependencies);
  return { status: 200, body: { detail: "If the address has an account to verify, a mail is on its way" } };
});
