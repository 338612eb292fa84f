/** A mail as it is handed to a transport. The id names it in logs and in its Message-ID: sent twice, it is the same mail. */
export interface Mail extends MailText {
  readonly id: string;
  /** One address, checked when its account was made. */
  readonly to: string;
}

/** What a mail says. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers one mail, or throws; whoever calls decides about trying again. */
export interface MailTransport {
  deliver(mail: Mail): Promise<void>;
  close(): void;
}
