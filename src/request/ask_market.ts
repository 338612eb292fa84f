import { DomainError, type Fault } from "../domain/errors.ts";
import { lastFinishedDay } from "../market_data/last_finished_day.ts";
import type { DateRange, FetchContext, MarketDataProvider } from "../market_data/provider.ts";
import type { MarketAnswer, MarketQuestion } from "./complete_request.ts";
import { type ListedMarketId, listingsOf } from "./listed_assets.ts";
import type { UploadSource } from "./parts/upload.ts";
import type { SavedMapSource } from "./saved_maps.ts";

/**
 * Type of the sources from which the missing parts of a run's request come: market data, risk-free rates, saved
 * classification maps and the clock.
 */
export interface RequestSources {
  readonly marketData: MarketDataProvider;
  /** Annual risk-free rates of India and the US, as fractions, used if the market data provider has none. */
  readonly riskFreeRates: { readonly IN: number; readonly US: number };
  /** Source of the account's saved classification maps. Absent if none are saved, as in a run without the service. */
  readonly savedMaps?: SavedMapSource;
  /** Source of the account's uploads. Absent if there are none, as in a run without the service. */
  readonly uploads?: UploadSource;
  /** Returns the current time as an ISO 8601 text in UTC. */
  now(): string;
}

/**
 * Answers a question about a run's request from market data. Throws `validation_failed` if there is no trading session
 * up to the run's end date, or its start date is after the last one, and `market_data_unavailable` if listings or the
 * trading calendar cannot be read.
 */
export async function askMarket(
  question: MarketQuestion,
  sources: RequestSources,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const context: FetchContext = { signal, now: () => sources.now() };
  if (question.about === "listings") {
    return { about: "listings", found: await listingsOf(question, sources.marketData, context) };
  }
  const end_date = await lastSession(question, sources, context);
  const range = { start: question.start, end: end_date };
  const rate = question.riskFreeRate ?? await marketRate(question.market, range, { sources, context });
  return { about: "session", found: { end_date, risk_free_rate: rate } };
}

/** Returns the date of the last trading session that has finished and is not after the end date of a run's request. */
async function lastSession(
  { market, assets, start, end }: Extract<MarketQuestion, { about: "session" }>,
  sources: RequestSources,
  context: FetchContext,
): Promise<string> {
  const over = lastFinishedDay(market, sources.now());
  const day = end === null || end > over ? over : end;
  const session = await sources.marketData.lastSession?.(assets, day, context) ?? null;
  if (session === null) {
    const detail = `Cannot end on ${day}: the assets have no trading session up to that day`;
    throw refusal({ pointer: end === null ? "" : "/end_date", detail });
  }
  if (start !== null && start > session) {
    const detail = `Cannot start on ${start}: the last finished session up to the end date is on ${session}`;
    throw refusal({ pointer: "/start_date", detail });
  }
  return session;
}

function refusal(fault: Fault): DomainError {
  return new DomainError("validation_failed", fault.detail, { faults: [fault] });
}

async function marketRate(
  market: ListedMarketId,
  range: DateRange,
  { sources: { marketData, riskFreeRates }, context }: { sources: RequestSources; context: FetchContext },
): Promise<number> {
  return await marketData.riskFreeRate?.(market, range, context) ?? riskFreeRates[market === "US" ? "US" : "IN"];
}
