import { systemStopwatch } from "../runtime/clock.ts";
import { pause } from "../runtime/pause.ts";
import { hasUnreadBody } from "./body_reader.ts";
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
   * Stops the listeners from accepting connections, as soon as no request body is under way, and lets running requests
   * finish. All of that takes `graceMs` milliseconds at most. Requests that still run then are left until the process
   * ends, and bodies that are still under way are cut. Returns true if every request finished in time.
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
  const cut = new AbortController(), running = new Set<Request>();
  const listen = (options: Deno.ServeTcpOptions | TlsOptions): Deno.HttpServer<Deno.NetAddr> =>
    Deno.serve(
      { hostname: host, signal: cut.signal, onListen: () => {}, onError: answerThatBrokeOff, ...options },
      async (request, { remoteAddr }) => {
        const isEncrypted = "cert" in options;
        running.add(request);
        const handled = handler(request, { address: remoteAddr.hostname, isEncrypted });
        const response = await handled.finally(() => running.delete(request));
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
      const begun = systemStopwatch(), leftMs = (): number => Math.max(0, begun + graceMs - systemStopwatch());
      await untilBodiesAreRead(running, leftMs);
      const drained = Promise.all(servers.map((server) => server.shutdown())).then(() => true);
      // An HTTP server that is shutting down must not be aborted as well: Deno would throw an error that nobody can
      // catch.
      return await withDeadline(drained, leftMs());
    },
  };
}

const LOOK_EVERY_MS = 5;

/**
 * Waits until the bodies of all running requests have arrived and were read. From 2.8.3 on, the first thing that a
 * server of Deno does when it shuts down is to cut every body under way over HTTP/1.1.
 */
async function untilBodiesAreRead(running: ReadonlySet<Request>, leftMs: () => number): Promise<void> {
  const never = new AbortController().signal;
  while ([...running].some(hasUnreadBody) && leftMs() > 0) await pause(LOOK_EVERY_MS, never);
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
