import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { SMTPServer } from "smtp-server";

/** A mail as a server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  readonly user: string | null;
}

export interface SmtpServerOptions {
  /** TLS from the first byte, else by STARTTLS; `none` offers no TLS at all. */
  readonly tls: "smtps" | "starttls" | "none";
  /** 0 is any free port. */
  readonly port?: number;
  /** Asked for when set. */
  readonly user?: string;
  readonly password?: string;
  /** Refuses recipients that it is true for. */
  readonly refuses?: (address: string) => boolean;
  /** Of the certificate, where the test must know it. */
  readonly certificate?: Certificate;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface TestSmtpServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** A real SMTP server on loopback, which keeps what it receives. */
export async function startSmtpServer(options: SmtpServerOptions): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const certificate = options.certificate ?? await selfSignedCertificate();
  const needsUser = options.user !== undefined;
  const server = new SMTPServer({
    secure: options.tls === "smtps",
    ...certificate,
    disabledCommands: [...options.tls === "starttls" ? [] : ["STARTTLS"], ...needsUser ? [] : ["AUTH"]],
    authOptional: !needsUser,
    onAuth({ username, password }, _session, done) {
      if (username === options.user && password === options.password) done(null, { user: username });
      else done(new Error("Wrong user or password"));
    },
    onRcptTo({ address }, _session, done) {
      done(options.refuses?.(address) ? new Error("No such mailbox") : null);
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
        done();
      });
    },
  });
  // A client that gives up in the middle of a handshake is no fault of the server.
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(options.port ?? 0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** A self-signed certificate for localhost and 127.0.0.1. */
export async function selfSignedCertificate(): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=localhost",
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 24 * 3_600_000),
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }, {
        type: "ip",
        value: "127.0.0.1",
      }]),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    ],
  });
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toBase64();
  const body = pkcs8.replace(/.{64}/g, "$&\n");
  return {
    cert: certificate.toString("pem"),
    key: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`,
  };
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
