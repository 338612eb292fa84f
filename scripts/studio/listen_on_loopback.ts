import type { App } from "../../src/app.ts";
import { type Listening, serve } from "../../src/http/serve.ts";

/** Address of this machine at which the studio listens. */
export const LOOPBACK = "127.0.0.1";

/**
 * Serves an app over plain HTTP to browsers of this machine. Answers 421 to requests that name another host, as those
 * of a page of the web whose name leads to this machine do (DNS rebinding). Throws the runtime's error where the port
 * cannot be used.
 */
export function listenOnLoopback(fetch: App["fetch"], port: number): Listening {
  const hosts = new Set([LOOPBACK, "localhost"].map((name) => new URL(`http://${name}:${port}`).host));
  return serve(async (request, connection) => {
    if (!namedHosts(request).every((host) => hosts.has(host))) return misdirected();
    // The request comes from this machine and has crossed no network, so the app need not refuse it for being plain.
    return overPlainHttp(await fetch(request, { ...connection, isEncrypted: true }));
  }, { host: LOOPBACK, https: null, httpPort: port });
}

/** Returns the hosts that a request names: in its header, and in its address where that is a whole one. */
function namedHosts({ headers, url }: Request): readonly string[] {
  const header = headers.get("host");
  const named = URL.canParse(url) ? new URL(url).host : "";
  return header === null ? [named] : [named, header];
}

function misdirected(): Response {
  return new Response("The studio answers only requests to this machine\n", { status: 421 });
}

/** Takes from an answer what holds for HTTPS alone. Not every browser keeps secure cookies of a plain address. */
function overPlainHttp(response: Response): Response {
  const { headers } = response;
  headers.delete("strict-transport-security");
  const cookies = headers.getSetCookie();
  headers.delete("set-cookie");
  for (const cookie of cookies) headers.append("set-cookie", cookie.replace("; Secure", ""));
  return response;
}
