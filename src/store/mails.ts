import type { AccountId } from "../domain/identifier.ts";
import type { Mail, MailDraft, UndeliverableMail } from "../domain/mail.ts";

/** A mail that this process may send until its lease ends; `mail.attempts` counts this attempt. */
export interface ClaimedMail {
  readonly mail: Mail;
}

/** The outbox: mails are written in the operation that needs them, and sent after it, at least once. */
export interface MailRepository {
  /** Throws `not_found` without the account. */
  enqueue(accountId: AccountId, draft: MailDraft): Promise<Mail>;
  /** Mails that are due, each for nobody else during the lease; due again when it ends without a word. */
  claim(options: { limit: number; leaseMs: number }): Promise<readonly ClaimedMail[]>;
  /** The mail was sent; it is forgotten. Nothing happens when the lease has passed on. */
  sent(claimed: ClaimedMail): Promise<void>;
  /** The mail could not be sent: it is due again later, or `undeliverable` after the last attempt. */
  failed(claimed: ClaimedMail, reason: string): Promise<"later" | "undeliverable" | "lost">;
  /** Mails that are tried no more, oldest first. */
  undeliverable(limit: number): Promise<readonly UndeliverableMail[]>;
}
