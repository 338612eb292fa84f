import type { Market } from "../domain/asset.ts";
import { DomainError, type Fault } from "../domain/errors.ts";
import { lastFinishedDay } from "../market_data/last_finished_day.ts";
import type { DateRange, FetchContext, MarketDataProvider } from "../market_data/provider.ts";
import { listedMarketOf } from "./listed_assets.ts";
import { type ParsedRun, parseRun } from "./parse_run.ts";
import type { HistoryBeside } from "./parts/history.ts";
import { type OptimizationRequest, requestOf } from "./run_request.ts";

/** What a request on listed assets is completed from. */
export interface RequestSources {
  readonly marketData: MarketDataProvider;
  /** Annual: where the provider has none. */
  readonly riskFreeRates: { readonly IN: number; readonly US: number };
  /** ISO 8601 UTC. */
  now(): string;
}

/**
 * The request in a body of POST /jobs: its stocks and funds found in the listings of market data, its end date frozen
 * at the last finished session, its risk-free rate the market's where it names none. Throws as `parseRequest` does, and
 * `market_data_unavailable` where listings or calendar cannot be read.
 */
export async function readRequest(
  body: unknown,
  sources: RequestSources,
  { signal, beside }: { readonly signal: AbortSignal; readonly beside?: HistoryBeside },
): Promise<OptimizationRequest> {
  const context: FetchContext = { signal, now: () => sources.now() };
  const run = parseRun(body, beside);
  const market = beside === undefined ? await listedMarketOf(run.body, sources.marketData, context) : null;
  const request = requestOf(run, { market });
  return request.listed ? await frozen(request, run.body, { sources, context }) : request;
}

/** A request that can be made: only then is it asked which session is the last. */
async function frozen(
  request: OptimizationRequest,
  { risk_free_rate: rate }: ParsedRun["body"],
  surroundings: Surroundings,
): Promise<OptimizationRequest> {
  const { market } = request;
  if (market === "CUSTOM") return request;
  const end_date = await lastSession(request, market, surroundings);
  const range = { start: request.start_date ?? null, end: end_date };
  return { ...request, end_date, risk_free_rate: rate ?? await marketRate(market, range, surroundings) };
}

interface Surroundings {
  readonly sources: RequestSources;
  readonly context: FetchContext;
}

/** The last session that is over now and not after the end asked for. */
async function lastSession(
  { assets, start_date: start, end_date: end }: OptimizationRequest,
  market: Exclude<Market, "CUSTOM">,
  { sources, context }: Surroundings,
): Promise<string> {
  const over = lastFinishedDay(market, sources.now());
  const day = end === undefined || end > over ? over : end;
  const session = await sources.marketData.lastSession?.(assets, day, context) ?? null;
  if (session === null) {
    const detail = `Cannot end on ${day}: there is no session of the assets by then`;
    throw refusal({ pointer: end === undefined ? "" : "/end_date", detail });
  }
  if (start !== undefined && start > session) {
    const detail = `Cannot start on ${start}: the last finished session by the end date is that of ${session}`;
    throw refusal({ pointer: "/start_date", detail });
  }
  return session;
}

function refusal(fault: Fault): DomainError {
  return new DomainError("validation_failed", fault.detail, { faults: [fault] });
}

async function marketRate(
  market: Exclude<Market, "CUSTOM">,
  range: DateRange,
  { sources: { marketData, riskFreeRates }, context }: Surroundings,
): Promise<number> {
  return await marketData.riskFreeRate?.(market, range, context) ?? riskFreeRates[market === "US" ? "US" : "IN"];
}
