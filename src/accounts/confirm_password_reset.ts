import type { Member } from "../store/members.ts";
import type { AccountDependencies } from "./account_services.ts";
import { secretDigest } from "./secrets.ts";

/**
 * Sets a new password by a mailed token and ends every session. Throws `one_time_token_invalid` and
 * `one_time_token_expired`.
 */
export async function confirmPasswordReset(
  { token, newPassword }: { token: string; newPassword: string },
  { oneTimeTokens, passwords }: Pick<AccountDependencies, "oneTimeTokens" | "passwords">,
): Promise<Member> {
  const digest = secretDigest(token);
  // No hash is computed for a token that nobody mailed, or that was used meanwhile.
  const find = async (): Promise<void> => {
    await oneTimeTokens.get(digest, "password_reset");
  };
  return await oneTimeTokens.resetPassword(digest, await passwords.hash(newPassword, find));
}
