import type { MailTransport } from "./mail_transport.ts";
import { printingTransport, writeInFolder } from "./printing_transport.ts";
import { smtpTransport } from "./smtp_transport.ts";

export interface TransportOptions {
  readonly from: string;
  readonly print: (text: string) => void;
  /** Where printed mails are written; null where no file can be written. */
  readonly folder: string | null;
}

/** The transport that a `MAIL_URL` names: `print:`, `smtp:` or `smtps:`. Throws an `Error` for another. */
export function transportOfUrl(url: URL, { from, print, folder }: TransportOptions): MailTransport {
  if (url.protocol === "print:") {
    return printingTransport({ from, print, write: folder === null ? null : writeInFolder(folder) });
  }
  if (url.protocol === "smtp:" || url.protocol === "smtps:") return smtpTransport({ url, from });
  throw new Error(`Cannot send mail by "${url.protocol}": print:, smtp: and smtps: are known`);
}
