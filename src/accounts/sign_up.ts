import { DomainError } from "../domain/errors.ts";
import { verificationMail } from "../mail/templates.ts";
import type { Member } from "../store/members.ts";
import type { AccountDependencies } from "./account_services.ts";
import { requireMail } from "./require_mail.ts";
import { newMailedToken, secretDigest } from "./secrets.ts";

export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
}

/**
 * Makes an account on the default plan and queues the mail that verifies its address. Throws `email_taken`, and
 * `not_ready` where the service sends no mails.
 */
export async function signUp(
  { email, password, fullName }: SignUpForm,
  { accounts, passwords, config, random }: Pick<AccountDependencies, "accounts" | "passwords" | "config" | "random">,
): Promise<Member> {
  requireMail(config);
  // A taken address is refused before the costly password hash. The write to the store checks the address again.
  const refuseTaken = async (): Promise<void> => {
    if (await accounts.findByEmail(email) === null) return;
    throw new DomainError("email_taken", "Cannot sign up: the e-mail address has an account");
  };
  const token = newMailedToken(random.bytes);
  return await accounts.signUp({
    email,
    fullName,
    passwordHash: await passwords.hash(password, refuseTaken),
    plan: config.defaultPlan,
    verification: {
      digest: secretDigest(token),
      mail: { to: email, ...verificationMail({ publicUrl: config.publicUrl, token }) },
    },
  });
}
