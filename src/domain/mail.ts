import type { AccountId } from "./identifier.ts";
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from "./instant.ts";

/** Type of a mail before it enters the outbox: recipient, subject and text. */
export interface MailDraft {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Type of the subject and text of a mail, without its recipient. */
export type MailText = Omit<MailDraft, "to">;

/** Type of a mail in the outbox, which waits to be sent. */
export interface Mail extends MailDraft {
  /** Id of the mail in the outbox, `mail_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  /** Number of attempts to send the mail that were made so far. */
  readonly attempts: number;
}

/** Type of the record of a mail that could not be sent and is not tried again. Its content is deleted. */
export interface UndeliverableMail {
  readonly id: string;
  readonly accountId: AccountId;
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  readonly reason: string;
  readonly createdAt: Instant;
  readonly failedAt: Instant;
}

/**
 * Largest number of mails with links, and also of notices, to one address in a minute. Further mails of that sort are
 * not sent.
 */
export const MAILS_PER_MINUTE = 5;

const WAITS_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/**
 * Returns the pause, in milliseconds, before the next attempt to send a mail after a number of failed ones; null if no
 * attempt is left.
 */
export function waitAfterAttempts(attempts: number): number | null {
  return WAITS_MS[attempts - 1] ?? null;
}
