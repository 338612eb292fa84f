import type { TokenPurpose } from "../domain/one_time_token.ts";
import { passwordResetMail, verificationMail } from "../mail/templates.ts";
import type { AccountDependencies } from "./account_services.ts";
import { newMailedToken, secretDigest } from "./secrets.ts";

type Needed = Pick<AccountDependencies, "accounts" | "oneTimeTokens" | "config" | "random" | "background">;

/**
 * Mails a one-time token to an address that has an account and needs one. Nothing is waited for, so that neither the
 * answer nor its time tells whether the address has an account.
 */
export function requestOneTimeToken(purpose: TokenPurpose, email: string, dependencies: Needed): void {
  dependencies.background.run(`mail of ${purpose}`, () => issueToken(purpose, email, dependencies));
}

async function issueToken(
  purpose: TokenPurpose,
  email: string,
  { accounts, oneTimeTokens, config, random }: Needed,
): Promise<void> {
  const member = await accounts.findByEmail(email);
  if (member === null) return;
  const { account, user } = member;
  if (purpose === "email_verification" && user.emailVerifiedAt !== null) return;
  const token = newMailedToken(random.bytes);
  const write = purpose === "email_verification" ? verificationMail : passwordResetMail;
  const mail = { to: user.email, ...write({ publicUrl: config.publicUrl, token }) };
  await oneTimeTokens.issue(account.id, { purpose, digest: secretDigest(token), mail });
}
