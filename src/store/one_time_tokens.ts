import type { AccountId } from "../domain/identifier.ts";
import type { MailDraft } from "../domain/mail.ts";
import type { OneTimeToken, TokenPurpose } from "../domain/one_time_token.ts";
import type { Member } from "./accounts.ts";

export interface TokenIssue {
  readonly purpose: TokenPurpose;
  /** SHA-256 of the token, as text. */
  readonly digest: string;
  readonly mail: MailDraft;
}

/**
 * Mailed tokens, each good once. Where a digest is taken, `one_time_token_invalid` is thrown for an unknown, used or superseded one, or
 * one for another purpose, and `one_time_token_expired` for an old one.
 */
export interface OneTimeTokenRepository {
  /** Writes the token and its mail at once; writes neither when the address had five mails in this minute. Throws `not_found`. */
  issue(accountId: AccountId, issue: TokenIssue): Promise<"issued" | "too_many_mails">;
  /** Looks a token up without using it. */
  find(digest: string, purpose: TokenPurpose): Promise<OneTimeToken>;
  /** Uses a verification token: the address is confirmed. */
  confirmEmail(digest: string): Promise<Member>;
  /** Uses a reset token: sets the password, ends every session and every other reset token of the user. */
  resetPassword(digest: string, passwordHash: string): Promise<Member>;
}
