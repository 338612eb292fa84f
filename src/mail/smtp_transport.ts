import { connect, isIP } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
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
  const port = url.port === "" ? (secure ? 465 : 587) : Number(url.port);
  const transport = createTransport({
    pool: true,
    // The service greets the mail server with its mail domain, so as not to reveal the name of the machine.
    name: domainOf(from),
    maxConnections: 2,
    host,
    port,
    secure,
    ...secure ? { getSocket: connectionsWithTls({ host, port, authority }) } : {},
    requireTLS: !secure && !isLoopback(host),
    auth: url.username === "" ? undefined : {
      user: decodeURIComponent(url.username),
      pass: decodeURIComponent(url.password),
    },
    tls: tlsOptions(authority),
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

/** Connection to a mail server on which TLS has begun, as the mailer takes it. */
interface OpenedConnection {
  readonly connection: TLSSocket;
  readonly secured: true;
}

interface TlsServer {
  readonly host: string;
  readonly port: number;
  /** PEM certificate of an authority that is trusted in addition to the system's. */
  readonly authority: string | undefined;
}

/**
 * Returns the function by which the mailer opens a connection with TLS from the start. The mailer's own way hangs on
 * Deno 2.5.0 where the first of several addresses of a server does not answer, for example over IPv6.
 */
function connectionsWithTls(
  server: TlsServer,
): (options: unknown, done: (error: Error | null, opened?: OpenedConnection) => void) => void {
  return (_options, done) => void openTls(server).then((connection) => done(null, { connection, secured: true }), done);
}

/** Opens a connection to a mail server and begins TLS on it. Rejects after 10 s. */
function openTls({ host, port, authority }: TlsServer): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const socket = connect({ host, port, autoSelectFamily: true });
  const fail = (error: Error): void => {
    reject(error);
    socket.destroy();
  };
  const timer = setTimeout(() => fail(new Error("Connection timeout")), CONNECTION_TIMEOUT_MS);
  socket.on("error", fail);
  socket.once("connect", () => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const secured = connectTls({ socket, host, ...name, ...tlsOptions(authority) });
    secured.on("error", fail);
    secured.once("secureConnect", () => resolve(secured));
  });
  return promise.finally(() => clearTimeout(timer));
}

function tlsOptions(authority: string | undefined): { readonly ca?: string; readonly minVersion: "TLSv1.2" } {
  return { ...authority === undefined ? {} : { ca: authority }, minVersion: "TLSv1.2" };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
