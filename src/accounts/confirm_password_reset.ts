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
 * Sets a new password for the holder of a mailed token, ends every session, and notifies the owner by mail. Throws
 * `one_time_token_invalid` or `one_time_token_expired`.
 */
export async function confirmPasswordReset(
  { token, newPassword, revokeApiKeys }: PasswordResetForm,
  { oneTimeTokens, passwords, config }: Pick<AccountDependencies, "oneTimeTokens" | "passwords" | "config">,
): Promise<Member> {
  const digest = secretDigest(token);
  // The token is checked before the costly hash, so that an unknown or used token costs no hash.
  const find = async (): Promise<void> => {
    await oneTimeTokens.get(digest, "password_reset");
  };
  const passwordHash = await passwords.hash(newPassword, find);
  const notice = passwordSetMail({ publicUrl: config.publicUrl, keysRevoked: revokeApiKeys });
  return await oneTimeTokens.resetPassword(digest, { passwordHash, revokeApiKeys, notice });
}
