import type { Connection } from "./middleware/require_https.ts";
import type { Certificate } from "./self_signed_certificate.ts";
import { writtenAtOnce } from "./written_at_once.ts";

type TlsOptions = Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem;

/** Type of the running HTTPS and HTTP listeners of the service: their ports, and a function that stops them. */
export interface Listening {
  /** Port of the HTTPS listener. Null if a proxy ends TLS. */
  readonly httpsPort: number | null;
  readonly httpPort: number | null;
  /**
   * Stops the listeners from accepting connections and lets running requests finish for `graceMs` milliseconds.
   * Requests that still run then are left until the process ends. Returns true if every request finished in time.
   */
  stop(graceMs: number): Promise<boolean>;
}

export interface ServeOptions {
  readonly host: string;
  /** Port and certificate for HTTPS. Null turns HTTPS off. */
  readonly https: { readonly port: number; readonly certificate: Certificate } | null;
  /** Port for plain HTTP. Null turns plain HTTP off, and 0 takes any free port. */
  readonly httpPort: number | null;
}

/**
 * Starts the HTTPS and plain HTTP listeners (HTTP/1.1 and HTTP/2). The handler itself decides which requests may come
 * over plain HTTP.
 */
export function serve(
  handler: (request: Request, connection: Connection) => Promise<Response>,
  { host, https, httpPort }: ServeOptions,
): Listening {
  const cut = new AbortController();
  const listen = (options: Deno.ServeTcpOptions | TlsOptions): Deno.HttpServer<Deno.NetAddr> =>
    Deno.serve(
      { hostname: host, signal: cut.signal, onListen: () => {}, onError: answerThatBrokeOff, ...options },
      async (request, { remoteAddr }) => {
        const isEncrypted = "cert" in options;
        const response = await handler(request, { address: remoteAddr.hostname, isEncrypted });
        return isEncrypted ? await writtenAtOnce(response, { isHttp2: isHttp2(request) }) : response;
      },
    );
  const secure = https === null
    ? null
    : listen({ port: https.port, cert: https.certificate.certificate, key: https.certificate.key });
  const plain = httpPort === null ? null : listenOrCut(() => listen({ port: httpPort }), cut);
  const servers = [secure, plain].filter((server) => server !== null);
  return {
    httpsPort: secure?.addr.port ?? null,
    httpPort: plain?.addr.port ?? null,
    async stop(graceMs) {
      const drained = Promise.all(servers.map((server) => server.shutdown())).then(() => true);
      // An HTTP server that is shutting down must not be aborted as well: Deno would throw an error that nobody can
      // catch.
      return await withDeadline(drained, graceMs);
    },
  };
}

/**
 * Whether a request came over HTTP/2. Deno does not tell the version, but HTTP/1.1 requires a `Host` header and HTTP/2
 * uses another field.
 */
function isHttp2({ headers }: Request): boolean {
  return !headers.has("host");
}

/**
 * Answers an error that Deno reports while it serves. Handlers never reject, so the error is the end of a stream whose
 * headers are already sent, and the stream's maker has logged it. Without this function Deno would print a stack trace
 * for each.
 */
function answerThatBrokeOff(): Response {
  return new Response(null, { status: 500 });
}

/**
 * Opens the second of the service's two listeners. If its port is not free, closes the first listener and throws the
 * error again.
 */
function listenOrCut<Server>(listen: () => Server, cut: AbortController): Server {
  try {
    return listen();
  } catch (error) {
    cut.abort();
    throw error;
  }
}

/** Returns the value of a promise, or false if the promise takes longer than `deadlineMs` milliseconds. */
async function withDeadline(promise: Promise<boolean>, deadlineMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), deadlineMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
