import type { TestSmtpServer } from "../support/smtp_server.ts";

/** Returns the token in the last mail to an address that has one; null where there is none yet. */
export function mailedToken(mails: TestSmtpServer, email: string): string | null {
  return mails.received.filter(({ to }) => to.includes(email)).map(({ content }) => tokenIn(content))
    .findLast((token) => token !== null) ?? null;
}

function tokenIn(content: string): string | null {
  const plain = content.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  return /Token: (\S+)/.exec(plain)?.[1] ?? null;
}
