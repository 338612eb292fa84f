import type { MailDraft } from "../domain/mail.ts";

/** What a mail says. */
export type MailText = Omit<MailDraft, "to">;

/**
 * What is written into a mail. Nothing that whoever signed up typed is among it: mails are no means to send words to
 * strangers.
 */
export interface MailedToken {
  readonly publicUrl: string;
  readonly token: string;
}

/** The mail that asks to confirm an e-mail address; its token lives 24 hours. */
export function verificationMail({ publicUrl, token }: MailedToken): MailText {
  return oneTimeMail({
    subject: "Confirm your e-mail address",
    request: "please confirm that this e-mail address is yours:",
    action: "Confirm the address",
    link: `${publicUrl}/verify#token=${token}`,
    token,
    ending: "The link is good for 24 hours and for one use.",
    otherwise: "If you did not sign up, ignore this mail: nothing happens.",
  });
}

/** The mail that lets somebody choose a new password; its token lives 1 hour. */
export function passwordResetMail({ publicUrl, token }: MailedToken): MailText {
  return oneTimeMail({
    subject: "Choose a new password",
    request: "somebody, we hope you, asked for a new password of your account:",
    action: "Choose a new password",
    link: `${publicUrl}/reset#token=${token}`,
    token,
    ending: "The link is good for one hour and for one use.",
    otherwise: "If it was not you, ignore this mail: your password stays as it is.",
  });
}

interface OneTimeMail {
  readonly subject: string;
  readonly request: string;
  readonly action: string;
  readonly link: string;
  readonly token: string;
  readonly ending: string;
  readonly otherwise: string;
}

function oneTimeMail({ subject, request, action, link, token, ending, otherwise }: OneTimeMail): MailText {
  const text = ["Hello,", request, link, `Token: ${token}`, ending, otherwise].join("\n\n") + "\n";
  // Short lines, so that the mail needs no transfer encoding and can be read as it stands.
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>
<p>Hello,</p>
<p>${escapeHtml(request)}</p>
<p><a
href="${escapeHtml(link)}"
>${escapeHtml(action)}</a></p>
<p>Token: <code>${escapeHtml(token)}</code></p>
<p>${escapeHtml(ending)}</p>
<p>${escapeHtml(otherwise)}</p>
</body>
</html>
`;
  return { subject, text, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
