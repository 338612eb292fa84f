import { z } from "zod";
import { emailAddress, line, newPassword } from "../../../accounts/fields.ts";
import { signUp as makeAccount } from "../../../accounts/sign_up.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { presentUser, userBody } from "./user_body.ts";

const signUpRequest = z.strictObject({ email: emailAddress, password: newPassword, full_name: line(200) })
  .meta({ id: "SignUpRequest" });

export const signUp = defineEndpoint({
  method: "POST",
  path: "/auth/signup",
  summary: "Sign up",
  description: "Makes an account and mails a token that verifies its e-mail address.",
  credential: "public",
  securityEvent: "each",
  rateLimit: "public authentication",
  body: signUpRequest,
  responses: {
    201: { description: "The user", body: userBody },
    409: problem("email_taken"),
  },
}, async ({ body: { email, password, full_name }, concerns }, dependencies) => {
  const { account, user } = await makeAccount({ email, password, fullName: full_name }, dependencies);
  concerns(account.id);
  return { status: 201, body: presentUser(user) };
});
