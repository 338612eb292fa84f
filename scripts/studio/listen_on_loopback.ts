import type { App } from "../../src/app.ts";
import { CSRF_COOKIE, REFRESH_COOKIE } from "../../src/http/middleware/csrf.ts";
import { type Listening, serve } from "../../src/http/serve.ts";

/** Address of this machine at which the studio listens. */
export const LOOPBACK = "127.0.0.1";
/** Names of the cookies of a session. */
const COOKIES = [REFRESH_COOKIE, CSRF_COOKIE];

/**
 * Serves an app over plain HTTP to browsers of this machine. The names of its cookies end
 * with the port: browsers send the cookies of one port to all others of a host, so that two studios would end each
 * other's session. Answers 421 to requests
 * that name another host, as those of a page of the web whose name leads to this machine do (DNS rebinding). Throws the
 * runtime's error where the port cannot be used.
 */
export function listenOnLoopback(fetch: App["fetch"], port: number): Listening {
  const hosts = new Set([LOOPBACK, "localhost"].map((name) => new URL(`http://${name}:${port}`).host));
  return serve(async (request, connection) => {
    if (!namedHosts(request).every((host) => hosts.has(host))) return misdirected();
    // The request comes from this machine and has crossed no network, so the app need not refuse it for being plain.
    const response = await fetch(withOwnCookies(request, port), { ...connection, isEncrypted: true });
    return overPlainHttp(response, port);
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

/** Returns a request whose cookies of this studio have the names that the app knows, and those of others none. */
function withOwnCookies(request: Request, port: number): Request {
  const sent = request.headers.get("cookie");
  if (sent === null) return request;
  const headers = new Headers(request.headers);
  const pairs = sent.split("; ").filter((pair) => !COOKIES.some((name) => pair.startsWith(`${name}=`)));
  headers.set("cookie", pairs.map((pair) => renamed(pair, (name) => [`${name}_${port}`, name])).join("; "));
  return new Request(request, { headers });
}

/**
 * Takes from an answer what holds for HTTPS alone, as not every browser keeps secure cookies of a plain address, and
 * names its cookies after the port.
 */
function overPlainHttp(response: Response, port: number): Response {
  const { headers } = response;
  headers.delete("strict-transport-security");
  const cookies = headers.getSetCookie();
  headers.delete("set-cookie");
  for (const cookie of cookies) {
    headers.append("set-cookie", renamed(cookie.replace("; Secure", ""), (name) => [name, `${name}_${port}`]));
  }
  return response;
}

/** Returns a cookie with its name replaced, where it is one of a session. `change` returns the old and new name. */
function renamed(cookie: string, change: (name: string) => readonly [from: string, to: string]): string {
  const names = COOKIES.map(change).find(([from]) => cookie.startsWith(`${from}=`));
  return names === undefined ? cookie : names[1] + cookie.slice(names[0].length);
}
