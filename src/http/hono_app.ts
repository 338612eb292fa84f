import { Hono } from "hono";
import { METHOD_NAME_ALL, type Result } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { DomainError } from "../domain/errors.ts";
import type { Method } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ResponseHeaders } from "./middleware/security_headers.ts";

/** What routing is handed with each request. */
export interface Routable {
  readonly url: URL;
  /** Get `allow` where the path has other methods. */
  readonly headers: ResponseHeaders;
  /** Answers by the endpoint that was found; parameters are decoded. */
  readonly run: (endpoint: Endpoint, parameters: Readonly<Record<string, string>>) => Promise<Response>;
}

export type HonoApp = Hono<{ Bindings: Routable }>;

/**
 * The endpoints as a Hono app; its `fetch` takes a request and what is `Routable` of it. A fixed segment wins over a
 * parameter, so that `/jobs/history` is no run id, whatever the method. Hono answers `HEAD` as `GET` without its body.
 * `fetch` throws `not_found`, `method_not_allowed` and whatever `run` throws. Two endpoints of one method on one path
 * fail at start.
 */
export function honoApp(endpoints: readonly Endpoint[]): HonoApp {
  const app: HonoApp = new Hono({
    router: new Routes(),
    // Hono's own path is decoded before it is matched, which would make a fixed segment of an encoded one.
    getPath: (_request, options) => options?.env?.url.pathname ?? "",
  });
  for (const onPath of endpointsByPath(endpoints)) register(app, onPath);
  app.notFound(() => {
    throw notFound();
  });
  // Hono would answer errors itself.
  app.onError((error) => {
    throw error;
  });
  return app;
}

/**
 * Hono's router that takes a fixed segment beside a parameter, as its faster one does not. It looks methods up in plain
 * objects, in which a method named `constructor` would be found.
 */
class Routes<T> extends TrieRouter<T> {
  override match(method: string, path: string): Result<T> {
    return super.match(METHODS.has(method) ? method : METHOD_NAME_ALL, path);
  }
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies Method[]);

/** The address of a request. Throws `not_found` for a `Host` that makes none and for a path that cannot be decoded. */
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
  const allow = allowedBy(onPath);
  app.all(patternOf(onPath[0].contract.path), ({ env, req }) => {
    env.headers["allow"] = allow;
    throw new DomainError("method_not_allowed", `Cannot use ${req.method} here: use ${allow}`);
  });
}

/**
 * Hono takes the first route that fits, so the endpoints of a path stand together, and fixed segments before
 * parameters.
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
