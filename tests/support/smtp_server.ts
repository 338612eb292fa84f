import { SMTPServer } from "smtp-server";
import type { Certificate } from "../../src/http/self_signed_certificate.ts";
import { loopbackCertificate } from "./loopback_certificate.ts";

/** A mail as the test SMTP server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
  /** Whether the mail arrived over TLS. */
  readonly secure: boolean;
  readonly user: string | null;
}

export interface SmtpServerOptions {
  /** Encryption of the SMTP server: TLS from the first byte (`smtps`), by STARTTLS, or none. */
  readonly tls: "smtps" | "starttls" | "none";
  /** Port of the SMTP server; 0 selects any free port. */
  readonly port?: number;
  /** User name that the SMTP server requires; undefined requires no authentication. */
  readonly user?: string;
  readonly password?: string;
  /** Returns whether the SMTP server refuses a recipient address. */
  readonly refuses?: (address: string) => boolean;
  /** TLS certificate of the SMTP server, for tests that must know it. */
  readonly certificate?: Certificate;
}

export interface TestSmtpServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /**
   * Function that a test sets to act while a mail is sent. The SMTP server calls it when it has received all of a mail,
   * and answers afterwards. Null for none.
   */
  onReceived: (() => Promise<void> | void) | null;
  close(): Promise<void>;
}

/** Test helper. Starts a real SMTP server on loopback that keeps the mails it receives. */
export async function startSmtpServer(options: SmtpServerOptions): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const { certificate, key } = options.certificate ?? await loopbackCertificate();
  const needsUser = options.user !== undefined;
  const server = new SMTPServer({
    name: "localhost",
    secure: options.tls === "smtps",
    cert: certificate,
    key,
    disabledCommands: [...options.tls === "starttls" ? [] : ["STARTTLS"], ...needsUser ? [] : ["AUTH"]],
    authOptional: !needsUser,
    onAuth({ username, password }, _session, done) {
      if (username === options.user && password === options.password) done(null, { user: username });
      else done(new Error("Wrong user or password"));
    },
    onRcptTo({ address }, _session, done) {
      done(options.refuses?.(address) ? new Error(`No such mailbox <${address}>`) : null);
    },
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          content: new TextDecoder().decode(concat(chunks)),
          secure: session.secure,
          user: typeof session.user === "string" ? session.user : null,
        });
        Promise.resolve(running.onReceived?.()).then(() => done(), done);
      });
    },
  });
  // The SMTP server ignores the errors of clients that abort a TLS handshake, because they are no fault of the server.
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(options.port ?? 0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const running: TestSmtpServer = {
    port,
    received,
    onReceived: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return running;
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
