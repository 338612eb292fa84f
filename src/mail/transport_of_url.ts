import type { MailTransport } from "./mail_transport.ts";

export interface TransportOptions {
  readonly from: string;
  readonly print: (text: string) => void;
  /** Folder into which mails are written as files if there is no mail server; null if no file can be written. */
  readonly folder: string | null;
}

/**
 * Returns the mail transport that a `MAIL_URL` names: `print:`, `smtp:` or `smtps:`. The code of the transport is
 * loaded with the first mail, because most processes never send one. Throws an `Error` for a URL with another protocol.
 */
export function transportOfUrl(url: URL, options: TransportOptions): MailTransport {
  if (url.protocol === "print:") return loadedLate(() => loadPrinting(options));
  if (url.protocol === "smtp:" || url.protocol === "smtps:") return loadedLate(() => loadSmtp(url, options));
  throw new Error(`Cannot send mail by "${url.protocol}": print:, smtp: and smtps: are known`);
}

async function loadPrinting({ from, print, folder }: TransportOptions): Promise<MailTransport> {
  const { printingTransport, writeInFolder } = await import("./printing_transport.ts");
  return printingTransport({ from, print, write: folder === null ? null : writeInFolder(folder) });
}

async function loadSmtp(url: URL, { from }: TransportOptions): Promise<MailTransport> {
  const { smtpTransport } = await import("./smtp_transport.ts");
  return smtpTransport({ url, from });
}

function loadedLate(load: () => Promise<MailTransport>): MailTransport {
  let loading: Promise<MailTransport> | null = null;
  let transport: MailTransport | null = null;
  return {
    async deliver(mail) {
      loading ??= load();
      transport = await loading;
      await transport.deliver(mail);
    },
    close: () => transport?.close(),
  };
}
