import { createTransport } from "nodemailer";
import { compose } from "./compose.ts";
import type { MailTransport } from "./mail_transport.ts";

export interface PrintingOptions {
  readonly from: string;
  /** Shows a mail to whoever watches the service. */
  readonly print: (text: string) => void;
  /** Writes the file; null where there is no file to write, as on a hosted platform. */
  readonly write: ((fileName: string, bytes: Uint8Array) => Promise<void>) | null;
}

/** Prints each mail and writes it as `<id>.eml` (RFC 5322), for an installation without a mail server. */
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

/** Writes files into a folder, which is made when the first one comes; nobody else on the machine may read them. */
export function writeInFolder(folder: string): (fileName: string, bytes: Uint8Array) => Promise<void> {
  return async (fileName, bytes) => {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    // Whole or not at all: whoever waits for the mail never reads a half of it.
    const unfinished = `${folder}/.${fileName}.tmp`;
    await Deno.writeFile(unfinished, bytes, { mode: 0o600 });
    await Deno.rename(unfinished, `${folder}/${fileName}`);
  };
}
