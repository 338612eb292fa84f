import type { Dependencies } from "./dependencies.ts";
import { DomainError } from "./domain/errors.ts";
import type { Contract } from "./http/contract.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { logExchange } from "./http/middleware/access_log.ts";
import { arrivalOf, type Connection, requireHttps } from "./http/middleware/require_https.ts";
import { type ResponseHeaders, securityHeaders } from "./http/middleware/security_headers.ts";
import { isRefusal, problemResponse } from "./http/problem.ts";
import { type Router, router } from "./http/router.ts";
import { ENDPOINTS } from "./http/routes/mod.ts";
import { runEndpoint } from "./http/run_endpoint.ts";

/** The service as a function from a request to its response; whatever listens calls it. */
export interface App {
  /** Never rejects. */
  fetch(request: Request, connection: Connection): Promise<Response>;
}

/** The service over its dependencies. Nothing is read or written until a request comes. */
export function createApp(dependencies: Dependencies, endpoints: readonly Endpoint[] = ENDPOINTS): App {
  const find = router(endpoints);
  return {
    async fetch(request, connection) {
      const exchange = beginExchange(request, connection, dependencies);
      const response = await answer(exchange, find, dependencies);
      return endExchange(exchange, response, dependencies);
    },
  };
}

/** What becomes known of a request on its way. */
interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  readonly startedAt: number;
  readonly address: string;
  readonly isSecure: boolean;
  /** Headers that go on the response whatever it is. */
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

async function answer(exchange: Exchange, find: Router, dependencies: Dependencies): Promise<Response> {
  try {
    requireHttps(exchange);
    const url = urlOf(exchange.request);
    exchange.path = url.pathname;
    const route = find(exchange.request.method, url.pathname);
    if (route === null) throw new DomainError("not_found", "Cannot find this resource");
    if ("allow" in route) {
      exchange.headers["allow"] = route.allow.join(", ");
      throw new DomainError(
        "method_not_allowed",
        `Cannot use ${exchange.request.method} here: use ${route.allow.join(", ")}`,
      );
    }
    exchange.contract = route.endpoint.contract;
    const onPrincipal = (principal: { account: { id: string } }): void => {
      exchange.accountId = principal.account.id;
    };
    const { request, requestId, address, headers } = exchange;
    const routed = { request, url, parameters: route.parameters, requestId, address, headers, onPrincipal };
    return await runEndpoint(route.endpoint, routed, dependencies);
  } catch (error) {
    noteError(error, exchange, dependencies);
    return problemResponse(error, exchange.requestId, exchange.headers);
  }
}

/** A request whose `Host` makes no URL leads nowhere. */
function urlOf({ url }: Request): URL {
  if (!URL.canParse(url)) throw new DomainError("not_found", "Cannot find this resource");
  return new URL(url);
}

function noteError(error: unknown, { requestId, contract }: Exchange, { log, telemetry }: Dependencies): void {
  if (isRefusal(error)) {
    telemetry.count("http.refusals", { code: error.code, route: contract?.path ?? "-" });
    return;
  }
  const what = error instanceof Error ? error.stack ?? error.message : String(error);
  log.error("request failed", { request_id: requestId, error: what });
}

function endExchange(exchange: Exchange, response: Response, dependencies: Dependencies): Response {
  logExchange(exchange, response.status, dependencies);
  return exchange.request.method === "HEAD" ? new Response(null, response) : response;
}
