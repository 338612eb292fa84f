import { createTransport } from "nodemailer";
import { compose } from "./compose.ts";
import type { MailTransport } from "./mail_transport.ts";

export interface PrintingOptions {
  readonly from: string;
  /** Callback that prints the text of a mail for the person who runs the service. */
  readonly print: (text: string) => void;
  /** Callback that writes a mail to a file; null if no file can be written, as on a hosted platform. */
  readonly write: ((fileName: string, bytes: Uint8Array) => Promise<void>) | null;
}

/**
 * Returns a mail transport that prints each mail, for an installation without a mail server. Where files can be
 * written, it first writes the mail as `<id>.eml` (RFC 5322).
 */
export function printingTransport({ from, print, write }: PrintingOptions): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail(compose(mail, from));
      if (!(message instanceof Uint8Array)) throw new Error("Cannot compose a mail in memory");
      await write?.(`${mail.id}.eml`, message);
      print(`Mail to ${mail.to}: ${mail.subject}\n\n${mail.text}`);
    },
    close: () => transport.close(),
  };
}

/**
 * Returns a function that writes mails as files into a folder. It creates the folder with the first file; other users
 * of the machine cannot read the files.
 */
export function writeInFolder(folder: string): (fileName: string, bytes: Uint8Array) => Promise<void> {
  return async (fileName, bytes) => {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    // The file is written under another name first and then renamed, so that a reader never sees half a mail.
    const unfinished = `${folder}/.${fileName}.tmp`;
    await Deno.writeFile(unfinished, bytes, { mode: 0o600 });
    await Deno.rename(unfinished, `${folder}/${fileName}`);
  };
}
