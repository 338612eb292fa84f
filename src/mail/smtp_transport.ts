import { createTransport } from "nodemailer";
import { compose, domainOf } from "./compose.ts";
import type { MailTransport } from "./mail_transport.ts";

export interface SmtpOptions {
  /**
   * Address of the mail server. With `smtp://user:password@host:port` the connection switches to TLS by STARTTLS, which
   * a server on the same machine need not offer; with `smtps://…` it uses TLS from the start.
   */
  readonly url: URL;
  readonly from: string;
  /**
   * PEM certificate of an authority that is trusted in addition to the system's, for a server with its own certificate.
   */
  readonly authority?: string;
}

const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/**
 * Returns a mail transport that delivers over SMTP, with at most two connections at once. TLS is required, except for
 * an `smtp:` server on the same machine. The certificate of a server with TLS is always checked.
 */
export function smtpTransport({ url, from, authority }: SmtpOptions): MailTransport {
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const transport = createTransport({
    pool: true,
    // The service greets the mail server with its mail domain, so as not to reveal the name of the machine.
    name: domainOf(from),
    maxConnections: 2,
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLoopback(host),
    auth: url.username === "" ? undefined : {
      user: decodeURIComponent(url.username),
      pass: decodeURIComponent(url.password),
    },
    tls: { ca: authority, minVersion: "TLSv1.2" },
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mail) {
      await transport.sendMail(compose(mail, from));
    },
    close: () => transport.close(),
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
