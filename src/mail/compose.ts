import type { OutgoingMail } from "./mail_transport.ts";

/** Type of a complete mail with its sender, in the field names of the library nodemailer. */
export interface ComposedMail {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

/**
 * Returns a mail with its sender and headers added, ready to be sent. Throws an `Error` if the id, the recipient, the
 * subject or the sender contains a control character such as a line break, or if the recipient is not exactly one
 * e-mail address.
 */
export function compose(mail: OutgoingMail, from: string): ComposedMail {
  for (const header of [mail.id, mail.to, mail.subject, from]) {
    // deno-lint-ignore no-control-regex -- control characters are what is looked for
    if (/[\x00-\x1f\x7f]/.test(header)) throw new Error("Cannot put a control character into the header of a mail");
  }
  if (!/^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/.test(mail.to)) {
    throw new Error("Cannot send a mail: it must have exactly one address");
  }
  return {
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the mail domain of a sender such as `Name <name@domain>`; `localhost` if the sender has none. */
export function domainOf(from: string): string {
  return /@([^\s@<>"]+)>?$/.exec(from)?.[1] ?? "localhost";
}
