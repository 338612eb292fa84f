import type { Market } from "../domain/asset.ts";
import { DomainError, type Fault } from "../domain/errors.ts";
import { lastFinishedDay } from "../market_data/last_finished_day.ts";
import type { DateRange, FetchContext, MarketDataProvider } from "../market_data/provider.ts";
import { isObject } from "../faults/json_object.ts";
import { listedMarketOf } from "./listed_assets.ts";
import { type HistoryBeside, type OptimizationRequest, parseRequest } from "./run_request.ts";

/** What a request on listed assets is completed from. */
export interface RequestSources {
  readonly marketData: MarketDataProvider;
  /** Annual: where the provider has none. */
  readonly riskFreeRates: { readonly IN: number; readonly US: number };
  /** ISO 8601 UTC. */
  now(): string;
}

/**
 * The request in a body of POST /jobs: its stocks and funds found in the listings of market data, its end date frozen at the last finished
 * session, its risk-free rate the market's where it names none. Throws as `parseRequest` does, and `market_data_unavailable` where listings or
 * calendar cannot be read.
 */
export async function readRequest(
  body: unknown,
  sources: RequestSources,
  { signal, beside }: { readonly signal: AbortSignal; readonly beside?: HistoryBeside },
): Promise<OptimizationRequest> {
  const context: FetchContext = { signal, now: () => sources.now() };
  const listed = beside === undefined ? await listedMarketOf(body, sources.marketData, context) : null;
  const request = parseRequest(body, { beside, listed });
  const { market } = request;
  if (!request.listed || market === "CUSTOM") return request;
  const endDate = await lastSession(request, market, { sources, context });
  const range = { start: request.startDate, end: endDate };
  const isRateGiven = isObject(body) && body.risk_free_rate !== undefined;
  const riskFreeRate = isRateGiven ? request.riskFreeRate : await marketRate(market, range, { sources, context });
  return { ...request, endDate, riskFreeRate };
}

interface Surroundings {
  readonly sources: RequestSources;
  readonly context: FetchContext;
}

/** The last session that is over now and not after the end asked for. */
async function lastSession(
  { assets, startDate, endDate }: OptimizationRequest,
  market: Exclude<Market, "CUSTOM">,
  { sources, context }: Surroundings,
): Promise<string> {
  const over = lastFinishedDay(market, sources.now());
  const day = endDate === null || endDate > over ? over : endDate;
  const session = await sources.marketData.lastSession?.(assets, day, context) ?? null;
  if (session === null) {
    const detail = `Cannot end on ${day}: there is no session of the assets by then`;
    throw refusal({ pointer: endDate === null ? "" : "/end_date", detail });
  }
  if (startDate !== null && startDate > session) {
    const detail = `Cannot start on ${startDate}: the last finished session by the end date is that of ${session}`;
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
