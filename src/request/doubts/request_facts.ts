import type { Doubt } from "../../domain/doubt.ts";
import { periodsOf } from "../../domain/frequency.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { AssetScale, ConvertedPrices, HistoryCalendar, HistoryFacts } from "../parts/history_facts.ts";
import { scaleOf, scaleOfHistory } from "./asset_scale.ts";
import { calendarOf } from "./calendar_of.ts";
import { convertedPrices } from "./converted_prices.ts";
import { givenMoments } from "./given_moments.ts";

/** Type of what the checks of a request's numbers look at. A check reads no row of the history itself. */
export interface RequestFacts {
  readonly request: OptimizationRequest;
  /** Number of periods in a year by which the run annualises. */
  readonly periods: number;
  /** Returns the sizes of the assets' returns, by the caller's own history or moments; null where not known. */
  readonly scale: () => AssetScale | null;
  /** Returns what the dates of the caller's own history say of a year; of no dates if there is none. */
  readonly calendar: () => HistoryCalendar;
  /** Returns the currencies from which the caller's own prices are converted. */
  readonly conversions: () => readonly ConvertedPrices[];
}

/** Type of a check of a request's numbers. It returns its doubts and changes nothing. */
export type RequestCheck = (facts: RequestFacts) => readonly Doubt[];

/**
 * Returns what the checks of a request's numbers look at. The history is read only once, and only if a check asks; not
 * at all if its facts are known from an earlier reading.
 */
export function factsOf(request: OptimizationRequest): RequestFacts {
  const periods = periodsOf(request), known = request.history?.facts;
  let scale: AssetScale | null | undefined = known?.scale;
  return {
    request,
    periods,
    scale: () => scale === undefined ? scale = scaleOfAssets(request, periods) : scale,
    calendar: () => known?.calendar ?? calendarOf(request),
    conversions: () => known?.conversions ?? convertedPrices(request),
  };
}

/** Returns all that the checks of a request look at in the rows of its own history, to be stored without the rows. */
export function historyFacts(request: OptimizationRequest): HistoryFacts {
  const { scale, calendar, conversions } = factsOf(request);
  return { scale: scale(), calendar: calendar(), conversions: conversions() };
}

/** Number of rows of a history below which the sizes of its returns say little. */
const LEAST_ROWS = 20;

function scaleOfAssets(request: OptimizationRequest, periods: number): AssetScale | null {
  const { history } = request;
  if (history !== null) return history.table.values.rows < LEAST_ROWS ? null : scaleOfHistory(history, periods);
  const { means, deviations } = givenMoments(request);
  if (means === null || deviations === null) return null;
  return scaleOf({
    means: means.map((mean) => mean * periods),
    volatilities: deviations.map((deviation) => deviation * Math.sqrt(periods)),
    worst: null,
  });
}
