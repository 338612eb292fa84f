import { traceOf } from "./domain/trace_of.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Contract, RefusalPageWords } from "./http/contract.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { urlOf } from "./http/hono_app.ts";
import { LoadedRoutes } from "./http/loaded_routes.ts";
import { CLIENT_LEFT, logExchange } from "./http/middleware/access_log.ts";
import { BodyDrain } from "./http/middleware/body_drain.ts";
import { arrivalOf, type Connection, requireHttps } from "./http/middleware/require_https.ts";
import { type ResponseHeaders, securityHeaders } from "./http/middleware/security_headers.ts";
import { oauthRefusal } from "./http/oauth_refusal.ts";
import { isRefusal, problemResponse } from "./http/problem.ts";
import { refusalPage } from "./http/refusal_page.ts";
import { rpcRefusal } from "./http/rpc_refusal.ts";
import { ROUTE_GROUPS, type RouteGroup } from "./http/routes/route_groups.ts";
import { runEndpoint } from "./http/run_endpoint.ts";

/**
 * Type of the whole service as one object: its `fetch` answers an HTTP request with a response. An HTTP listener calls
 * it.
 */
export interface App {
  /** Answers an HTTP request with a response. The promise never rejects. */
  fetch(request: Request, connection: Connection): Promise<Response>;
  /** Loads the code of all endpoints, so that no request waits for it. */
  loadAll(): Promise<void>;
}

/** What a person reads who opens an address that the service does not have. A program gets the problem document. */
const LOST: RefusalPageWords = {
  title: "There is no such page",
  advice: 'Look for a typing error in the address, or <a href="/app">begin at the overview</a>.',
  isToBrowsersAlone: true,
};

/**
 * Builds the service's request handler from its dependencies. Building reads and writes nothing in the store. The code
 * of a group of endpoints is loaded with the first request to it.
 */
export function createApp(dependencies: Dependencies, groups: readonly RouteGroup[] = ROUTE_GROUPS): App {
  const routes = new LoadedRoutes(groups);
  const bodyDrain = new BodyDrain();
  return {
    loadAll: () => routes.loadAll(),
    async fetch(request, connection) {
      const exchange = beginExchange(request, connection, dependencies);
      const response = await answer(exchange, routes, dependencies);
      logExchange(exchange, response.status, dependencies);
      return await endExchange(exchange, response, bodyDrain);
    },
  };
}

/**
 * State of one HTTP request while the service answers it: its id, start time, client address, path, endpoint contract
 * and account, and the headers of the response.
 */
interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  readonly startedAt: number;
  readonly address: string;
  readonly isSecure: boolean;
  /** Headers that the response to this request carries, even if the response is an error. */
  readonly headers: ResponseHeaders;
  path: string;
  contract: Contract | null;
  accountId: string | null;
}

function beginExchange(request: Request, connection: Connection, { config, clock, random }: Dependencies): Exchange {
  const arrival = arrivalOf(request, connection, config);
  const requestId = `req_${random.ulid()}`;
  return {
    request,
    ...arrival,
    requestId,
    startedAt: clock.now(),
    headers: securityHeaders({ requestId, isSecure: arrival.isSecure }),
    path: "",
    contract: null,
    accountId: null,
  };
}

async function answer(exchange: Exchange, routes: LoadedRoutes, dependencies: Dependencies): Promise<Response> {
  const { request, requestId, address, headers } = exchange;
  try {
    requireHttps(exchange);
    const url = urlOf(request);
    const onPrincipal = (principal: { account: { id: string } }): void => {
      exchange.accountId = principal.account.id;
    };
    const run = async (endpoint: Endpoint, parameters: Readonly<Record<string, string>>): Promise<Response> => {
      exchange.path = url.pathname;
      exchange.contract = endpoint.contract;
      const routed = { request, url, parameters, requestId, address, headers, onPrincipal };
      const { method, path } = endpoint.contract;
      const response = await dependencies.eventLoopWatch.during(
        `${method} ${path}`,
        () => runEndpoint(endpoint, routed, dependencies),
      );
      // Hono drops the body of an answer to HEAD without telling the writer of that body, so the body is cancelled
      // here.
      return request.method === "HEAD" ? await withoutBody(response) : response;
    };
    const router = await routes.routerOf(url);
    return await router.fetch(request, { url, headers, run });
  } catch (error) {
    if (isOfClientThatLeft(error, request)) return new Response(null, { status: CLIENT_LEFT });
    noteError(error, exchange, dependencies);
    const refusals = isOfLostPerson(error, exchange) ? LOST : exchange.contract?.refusals;
    if (refusals === undefined) return problemResponse(error, requestId, headers);
    if (refusals === "json-rpc") return await rpcRefusal(error, { requestId, headers });
    if (typeof refusals === "string") return await oauthRefusal(error, { requestId, headers, refusals });
    return await refusalPage(error, { request, requestId, headers, words: refusals });
  }
}

/** Whether an error only says that nothing stands at an address that a person may have opened. */
function isOfLostPerson(error: unknown, { request, contract }: Exchange): boolean {
  return contract === null && request.method === "GET" && isRefusal(error) && error.code === "not_found";
}

/**
 * Whether an error only says that the client left. The request's signal is read only for an `AbortError`: once the
 * signal has been read, the runtime watches the connection for it.
 */
function isOfClientThatLeft(error: unknown, request: Request): boolean {
  return error instanceof DOMException && error.name === "AbortError" && request.signal.aborted;
}

function noteError(error: unknown, { requestId, contract }: Exchange, { log, telemetry }: Dependencies): void {
  if (isRefusal(error)) {
    telemetry.count("http.refusals", { code: error.code, route: contract?.path ?? "-" });
    if (error.cause instanceof Error) {
      log.warn("request refused", { request_id: requestId, code: error.code, reason: error.cause.message });
    }
    return;
  }
  log.error("request failed", { request_id: requestId, error: traceOf(error) });
}

async function endExchange(
  { request, isSecure }: Exchange,
  response: Response,
  bodyDrain: BodyDrain,
): Promise<Response> {
  if (request.method === "GET") return response;
  if (isSecure) await bodyDrain.drain(request);
  if (request.method !== "HEAD") return response;
  return await withoutBody(response);
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}
