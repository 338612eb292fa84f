import type { AccountId } from "./identifier.ts";
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from "./instant.ts";

/** A message to one address, ready to be sent. */
export interface MailDraft {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a message says, whoever gets it. */
export type MailText = Omit<MailDraft, "to">;

/** A message in the outbox. */
export interface Mail extends MailDraft {
  /** `mail_<ULID>` */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  /** How often it was tried. */
  readonly attempts: number;
}

/** A message that could not be sent and is tried no more; its content is forgotten. */
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

/** More mails to one address in a minute are not sent. */
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

/** How long to wait after a number of failed attempts before the next one; null when that was the last. */
export function waitAfterAttempts(attempts: number): number | null {
  return WAITS_MS[attempts - 1] ?? null;
}
