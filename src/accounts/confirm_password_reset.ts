import { passwordSetMail } from "../mail/templates.ts";
import type { Member } from "../store/members.ts";
import type { AccountDependencies } from "./account_services.ts";
import { secretDigest } from "./secrets.ts";

export interface PasswordResetForm {
  readonly token: string;
  readonly newPassword: string;
  /** Whether the password reset also revokes every API key of the account. */
  readonly revokeApiKeys: boolean;
}

/**
 * Resets a forgotten password with the one-time token that was mailed, ends every session of the user, revokes the API
 * keys if the form says so, and notifies the user by mail. Throws `one_time_token_invalid` or `one_time_token_expired`.
 */
export async function confirmPasswordReset(
  { token, newPassword, revokeApiKeys }: PasswordResetForm,
  { oneTimeTokens, passwords, config }: Pick<AccountDependencies, "oneTimeTokens" | "passwords" | "config">,
): Promise<Member> {
  const digest = secretDigest(token);
  // The mailed token of a password reset is checked before the new password is hashed, because hashing is costly.
  const find = async (): Promise<void> => {
    await oneTimeTokens.get(digest, "password_reset");
  };
  const passwordHash = await passwords.hash(newPassword, find);
  const notice = passwordSetMail({ publicUrl: config.publicUrl, keysRevoked: revokeApiKeys });
  return await oneTimeTokens.resetPassword(digest, { passwordHash, revokeApiKeys, notice });
}
