import type { Dependencies } from "../../dependencies.ts";
import type { Contract } from "../contract.ts";

/** Status in the access log of a request whose client left before the answer. No answer is sent with it. */
export const CLIENT_LEFT = 499;

/** Type of the data about a request for the access log, complete when its response is ready. */
export interface Exchange {
  readonly request: Request;
  readonly path: string;
  readonly contract: Contract | null;
  readonly requestId: string;
  readonly address: string;
  readonly startedAt: number;
  readonly accountId: string | null;
}

/**
 * Writes one access log line about a request and counts the request. Query, headers and body are never logged, because
 * they can contain tokens.
 */
export function logExchange(exchange: Exchange, status: number, { log, telemetry, clock }: Dependencies): void {
  const { request, contract } = exchange;
  log.info("request", {
    request_id: exchange.requestId,
    method: request.method,
    path: writablePath(exchange),
    status,
    duration_ms: clock.now() - exchange.startedAt,
    address: exchange.address,
    account_id: exchange.accountId,
    note: status === CLIENT_LEFT ? "client left" : undefined,
  });
  const route = contract?.path ?? "-", method = contract?.method ?? "-";
  telemetry.record("http.duration", clock.now() - exchange.startedAt, { method, route });
  telemetry.count("http.requests", { method, route, status });
}

/**
 * Returns the path that may be logged. A path that contains a token is replaced by its pattern, and an unknown path by
 * "(unknown)", since it may contain anything.
 */
function writablePath({ contract, path }: Exchange): string {
  if (contract === null) return "(unknown)";
  return contract.path.includes("{token}") ? contract.path : path;
}
