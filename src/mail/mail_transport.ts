import type { Mail } from "../domain/mail.ts";

/**
 * Type of the fields of a mail that are needed to send it. The id is part of the header Message-ID, so both copies of a
 * mail that is sent twice have the same Message-ID.
 */
export type OutgoingMail = Pick<Mail, "id" | "to" | "subject" | "text" | "html">;

/**
 * Type of the object that delivers mails. `deliver` delivers one mail or throws; its caller decides whether to try
 * again.
 */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}
