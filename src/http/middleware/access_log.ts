import type { Dependencies } from "../../dependencies.ts";
import type { Contract } from "../contract.ts";

/** The status noted where nobody is left to read an answer; no answer has it. */
export const CLIENT_LEFT = 499;

/** What is known of an exchange when its response is ready. */
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
 * Writes one line about an exchange and counts it. Of a query, a header and a body nothing is written: tokens travel
 * there.
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
  telemetry.count("http.requests", { method: contract?.method ?? "-", route: contract?.path ?? "-", status });
}

/** The path, and of one that holds a token or leads nowhere only its pattern: strangers' paths may hold anything. */
function writablePath({ contract, path }: Exchange): string {
  if (contract === null) return "(unknown)";
  return contract.path.includes("{token}") ? contract.path : path;
}
