import type { Connection } from "./middleware/require_https.ts";
import type { Certificate } from "./self_signed_certificate.ts";
import { writtenAtOnce } from "./written_at_once.ts";

type TlsOptions = Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem;

/** What listens. */
export interface Listening {
  /** Port of the HTTPS listener; null where TLS ends in a proxy. */
  readonly httpsPort: number | null;
  readonly httpPort: number | null;
  /**
   * Takes no more connections, lets requests finish for `graceMs`, then leaves what is left to the end of the process.
   * True where nothing was left.
   */
  stop(graceMs: number): Promise<boolean>;
}

export interface ServeOptions {
  readonly host: string;
  /** Null serves no HTTPS. */
  readonly https: { readonly port: number; readonly certificate: Certificate } | null;
  /** Null listens to no plain HTTP; 0 takes any port, as everywhere. */
  readonly httpPort: number | null;
}

/** Answers requests, HTTP/1.1 and HTTP/2, with a handler that decides itself what may come over plain HTTP. */
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
      // A server that shuts down cannot be cut as well: the runtime would throw where nobody catches.
      return await withDeadline(drained, graceMs);
    },
  };
}

/** HTTP/1.1 asks for `Host`, and HTTP/2 has a field of its own in its place; the runtime does not tell the version. */
function isHttp2({ headers }: Request): boolean {
  return !headers.has("host");
}

/**
 * Handlers do not reject: what the runtime tells here is the end of a stream whose head is gone, which who made the
 * stream has noted. Left alone it would print a stack for each.
 */
function answerThatBrokeOff(): Response {
  return new Response(null, { status: 500 });
}

/** Where the second port cannot be had, the first one is let go. */
function listenOrCut<Server>(listen: () => Server, cut: AbortController): Server {
  try {
    return listen();
  } catch (error) {
    cut.abort();
    throw error;
  }
}

/** What a promise gives, or false where that takes too long. */
async function withDeadline(promise: Promise<boolean>, deadlineMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), deadlineMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
