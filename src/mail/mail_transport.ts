import type { Mail } from "../domain/mail.ts";

/** What a transport needs of a mail. The id names it in its Message-ID: sent twice, it is the same mail. */
export type OutgoingMail = Pick<Mail, "id" | "to" | "subject" | "text" | "html">;

/** Delivers one mail, or throws; whoever calls decides about trying again. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}
