import { Hono } from "hono";
import { METHOD_NAME_ALL, type Result } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { entryAt } from "../domain/entry_at.ts";
import { DomainError } from "../domain/errors.ts";
import type { Method } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ResponseHeaders } from "./middleware/security_headers.ts";

/** Type of the request data for the router: URL, response headers, and the function that runs the endpoint found. */
export interface Routable {
  readonly url: URL;
  /** Headers of the response. The router sets `allow` if the path exists only for other HTTP methods. */
  readonly headers: ResponseHeaders;
  /**
   * Callback that runs the endpoint that the router found, with its decoded path parameters, and returns the response.
   */
  readonly run: (endpoint: Endpoint, parameters: Readonly<Record<string, string>>) => Promise<Response>;
}

export type HonoApp = Hono<{ Bindings: Routable }>;

/**
 * Builds a Hono app from the endpoints. Throws if two endpoints have the same method and path. The app's `fetch` takes
 * a request and its `Routable`. A fixed path segment wins over a parameter, so `/jobs/history` is never read as a run
 * id, whatever the method. Hono answers `HEAD` like `GET` without a body. `fetch` throws `not_found`,
 * `method_not_allowed` and any error that `run` throws.
 */
export function honoApp(endpoints: readonly Endpoint[]): HonoApp {
  const app: HonoApp = new Hono({
    router: new Routes(),
    // Hono decodes its own path before it matches. An encoded segment could then match a fixed segment, so the URL's
    // path is used.
    getPath: (_request, options) => options?.env?.url.pathname ?? "",
  });
  for (const onPath of endpointsByPath(endpoints)) register(app, onPath);
  app.notFound(() => {
    throw notFound();
  });
  // Hono would turn errors into responses itself. They are rethrown, so that the caller of the app answers them.
  app.onError((error) => {
    throw error;
  });
  return app;
}

/**
 * Hono router that supports a fixed segment beside a parameter, unlike Hono's faster router. Hono looks methods up in
 * plain objects, so a request method named `constructor` would match; unknown methods are therefore replaced by the
 * wildcard method.
 */
class Routes<T> extends TrieRouter<T> {
  override match(method: string, path: string): Result<T> {
    return super.match(METHODS.has(method) ? method : METHOD_NAME_ALL, path);
  }
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies Method[]);

/**
 * Returns the parsed URL of a request. Throws `not_found` if the `Host` header makes the URL invalid, or the path
 * cannot be decoded.
 */
export function urlOf({ url: text }: Request): URL {
  if (!URL.canParse(text)) throw notFound();
  const url = new URL(text);
  if (url.pathname.includes("%") && !canDecode(url.pathname)) throw notFound();
  return url;
}

function register(app: HonoApp, onPath: readonly Endpoint[]): void {
  for (const endpoint of onPath) {
    const { method, path } = endpoint.contract;
    app.on(method, patternOf(path), ({ env, req }) => env.run(endpoint, req.param()));
  }
  const { contract: { path, isTypedByHand } } = entryAt(onPath, 0);
  if (isTypedByHand) {
    app.get(`${patternOf(path)}/`, ({ env: { headers, url } }) => {
      const location = url.pathname.replace(/\/$/, "") + url.search;
      return new Response(null, { status: 308, headers: { ...headers, location } });
    });
  }
  const allow = allowedBy(onPath);
  app.all(patternOf(path), ({ env, req }) => {
    env.headers["allow"] = allow;
    throw new DomainError("method_not_allowed", `Cannot use ${req.method} here: use ${allow}`);
  });
}

/**
 * Groups the endpoints by path and sorts the groups so that fixed segments come before parameters, because Hono takes
 * the first route that matches. Throws if two endpoints have the same method and path.
 */
function endpointsByPath(endpoints: readonly Endpoint[]): readonly (readonly Endpoint[])[] {
  const byShape = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.contract;
    const shape = path.replace(PARAMETER, AFTER_ALL_TEXT);
    const onPath = byShape.get(shape) ?? [];
    if (onPath.some(({ contract }) => contract.method === method)) {
      throw new Error(`Two endpoints are ${method} ${path}`);
    }
    byShape.set(shape, [...onPath, endpoint]);
  }
  return [...byShape.keys()].sort().map((shape) => byShape.get(shape) ?? []);
}

const PARAMETER = /\{(\w+)\}/g;
const AFTER_ALL_TEXT = "\uffff";

function patternOf(path: string): string {
  return path.replace(PARAMETER, ":$1");
}

function allowedBy(onPath: readonly Endpoint[]): string {
  const methods: string[] = onPath.map(({ contract }) => contract.method);
  return (methods.includes("GET") ? [...methods, "HEAD"] : methods).sort().join(", ");
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function notFound(): DomainError {
  return new DomainError("not_found", "Cannot find this resource");
}
