import { passwordSetMail } from "../mail/templates.ts";
import type { Member } from "../store/members.ts";
import type { AccountDependencies } from "./account_services.ts";
import { secretDigest } from "./secrets.ts";

export interface PasswordResetForm {
  readonly token: string;
  readonly newPassword: string;
  /** Whether every API key of the account ends, too. */
  readonly revokeApiKeys: boolean;
}

/**
 * Sets a new password by a mailed token, ends every session, and tells the owner. Throws `one_time_token_invalid` and
 * `one_time_token_expired`.
 */
export async function confirmPasswordReset(
  { token, newPassword, revokeApiKeys }: PasswordResetForm,
  { oneTimeTokens, passwords, config }: Pick<AccountDependencies, "oneTimeTokens" | "passwords" | "config">,
): Promise<Member> {
  const digest = secretDigest(token);
  // No hash is computed for a token that nobody mailed, or that was used meanwhile.
  const find = async (): Promise<void> => {
    await oneTimeTokens.get(digest, "password_reset");
  };
  const passwordHash = await passwords.hash(newPassword, find);
  const notice = passwordSetMail({ publicUrl: config.publicUrl, keysRevoked: revokeApiKeys });
  return await oneTimeTokens.resetPassword(digest, { passwordHash, revokeApiKeys, notice });
}
