import { DomainError } from "../domain/errors.ts";
import { passwordSetMail } from "../mail/templates.ts";
import type { SignedIn } from "../store/sessions.ts";
import type { AccountDependencies } from "./account_services.ts";

/**
 * Changes the password of a signed-in user who gives the current one, ends all other sessions of the user, and notifies
 * the user by mail. Throws `invalid_credentials` for a wrong current password, and `session_revoked` if the session has
 * ended meanwhile.
 */
export async function changePassword(
  { account, user, session }: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  { accounts, passwords, config }: Pick<AccountDependencies, "accounts" | "passwords" | "config">,
): Promise<void> {
  const member = await accounts.findByEmail(user.email);
  const former = member?.account.id === account.id ? member.passwordHash : null;
  if (!await passwords.matches(currentPassword, former) || former === null) {
    throw new DomainError("invalid_credentials", "The current password is wrong");
  }
  const next = await passwords.hash(newPassword);
  const notice = passwordSetMail({ publicUrl: config.publicUrl, keysRevoked: false });
  await accounts.changePassword(account.id, { former, next, sessionId: session.id, notice });
}
