import type { AccountId } from "../domain/identifier.ts";
import type { TokenPurpose } from "../domain/one_time_token.ts";
import { passwordResetMail, verificationMail } from "../mail/templates.ts";
import type { AccountDependencies } from "./account_services.ts";
import { requireMail } from "./require_mail.ts";
import { newMailedToken, secretDigest } from "./secrets.ts";

export interface TokenRequest {
  readonly purpose: TokenPurpose;
  readonly email: string;
  /**
   * Callback that receives the account id of the e-mail address, or null if no account has it. A background task calls
   * it, for which the answer to the request does not wait.
   */
  readonly onAccount: (accountId: AccountId | null) => void;
}

type Needed = Pick<AccountDependencies, "accounts" | "oneTimeTokens" | "config" | "random" | "background">;

/**
 * Sends a one-time token (for e-mail verification or password reset) to an e-mail address, if an account has that
 * address and needs the token. The work runs in the background, so that neither the answer nor its time reveals whether
 * the account exists. Throws `not_ready` where the service sends no mails.
 */
export function requestOneTimeToken(request: TokenRequest, dependencies: Needed): void {
  requireMail(dependencies.config);
  dependencies.background.run(`mail of ${request.purpose}`, () => issueToken(request, dependencies));
}

async function issueToken(
  { purpose, email, onAccount }: TokenRequest,
  { accounts, oneTimeTokens, config, random }: Needed,
): Promise<void> {
  const member = await accounts.findByEmail(email);
  onAccount(member?.account.id ?? null);
  if (member === null) return;
  const { account, user } = member;
  if (purpose === "email_verification" && user.emailVerifiedAt !== null) return;
  const token = newMailedToken(random.bytes);
  const write = purpose === "email_verification" ? verificationMail : passwordResetMail;
  const mail = { to: user.email, ...write({ publicUrl: config.publicUrl, token }) };
  await oneTimeTokens.issue(account.id, { purpose, digest: secretDigest(token), mail });
}
