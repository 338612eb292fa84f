import type { Mail } from "../domain/mail.ts";

/**
 * The fields of a mail that a transport needs. The id is part of the Message-ID, so a mail that is sent twice counts as
 * the same mail.
 */
export type OutgoingMail = Pick<Mail, "id" | "to" | "subject" | "text" | "html">;

/** Delivers one mail or throws. The caller decides whether to try again. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}
