import { isoTimestamp } from "../domain/instant.ts";
import type { MailText } from "../domain/mail.ts";
import type { EndingRuns } from "../domain/retention.ts";

/**
 * Type of the variable parts of a mail with a one-time token. Subject and text of a mail contain nothing that a person
 * typed at sign-up, so that nobody can use the service to send words to strangers.
 */
export interface MailedToken {
  readonly publicUrl: string;
  readonly token: string;
}

/** Returns the mail that asks a user to confirm an e-mail address. Its token is valid for 24 hours. */
export function verificationMail({ publicUrl, token }: MailedToken): MailText {
  return oneTimeMail({
    subject: "Confirm your e-mail address",
    request: "please confirm that this e-mail address is yours:",
    action: "Confirm the address",
    link: `${publicUrl}/app/verify#token=${token}`,
    token,
    ending: "The link is valid for 24 hours and for one use.",
    otherwise: "If you did not sign up, ignore this mail: nothing happens.",
  });
}

/** Returns the mail that lets a user choose a new password. Its token is valid for 1 hour. */
export function passwordResetMail({ publicUrl, token }: MailedToken): MailText {
  return oneTimeMail({
    subject: "Choose a new password",
    request: "somebody, we hope you, asked for a new password of your account:",
    action: "Choose a new password",
    link: `${publicUrl}/app/reset#token=${token}`,
    token,
    ending: "The link is valid for one hour and for one use.",
    otherwise: "If it was not you, ignore this mail: your password stays as it is.",
  });
}

/**
 * Returns the mail that tells a user that the password was changed. `keysRevoked` says whether all API keys of the
 * account were revoked too.
 */
export function passwordSetMail({ publicUrl, keysRevoked }: { publicUrl: string; keysRevoked: boolean }): MailText {
  return mailOf({
    subject: "Your password was changed",
    paragraphs: [
      "Hello,",
      `the password of your account at ${publicUrl} was changed, and its other sessions have ended.`,
      keysRevoked ? "All its API keys were revoked, too." : "Its API keys remain valid.",
      "If it was not you, choose a new password at once and revoke all API keys with it.",
    ],
  });
}

/**
 * Returns the mail that tells a user about a new API key. The mail shows the beginning of the key's text, without the
 * secret.
 */
export function apiKeyMadeMail({ publicUrl, prefix }: { publicUrl: string; prefix: string }): MailText {
  return mailOf({
    subject: "A new API key was made",
    paragraphs: [
      "Hello,",
      `an API key of your account at ${publicUrl} was made; it begins with:`,
      prefix,
      "If it was not you, delete the key and choose a new password at once.",
    ],
  });
}

/**
 * Returns the mail that tells a user about a sign-in to the account from a network from which no earlier sign-in came.
 */
export function newSignInMail({ publicUrl, network }: { publicUrl: string; network: string }): MailText {
  return mailOf({
    subject: "A sign-in from a new place",
    paragraphs: [
      "Hello,",
      `somebody signed in to your account at ${publicUrl}, from a network from which nobody signed in to it before:`,
      network,
      "If it was not you, choose a new password at once, which ends that session.",
    ],
  });
}

/** Returns the mail that tells a user of runs that will be deleted because the plan keeps them no longer. */
export function endingRunsMail({ publicUrl, runs, from }: { publicUrl: string } & EndingRuns): MailText {
  const day = isoTimestamp(from).slice(0, 10);
  return mailOf({
    subject: "Runs of your account will be deleted",
    paragraphs: [
      "Hello,",
      `the plan of your account at ${publicUrl} keeps finished runs for a limited time.`,
      `From ${day} on, ${
        runs === 1 ? "1 run is" : `${runs} runs are`
      } deleted with results, simulations and backtests.`,
      "Each run shows its time as expires_at. Before that, download what you want to keep.",
    ],
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
  const text = textOf(["Hello,", request, link, `Token: ${token}`, ending, otherwise]);
  // Lines of the HTML are short, so that the mail needs no transfer encoding and its source stays readable.
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

/**
 * Returns the text and HTML of a mail that has no link to click, so that a forged copy with such a link differs from
 * it.
 */
function mailOf({ subject, paragraphs }: { subject: string; paragraphs: readonly string[] }): MailText {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
</body>
</html>
`;
  return { subject, text: textOf(paragraphs), html };
}

function textOf(paragraphs: readonly string[]): string {
  return paragraphs.join("\n\n") + "\n";
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
