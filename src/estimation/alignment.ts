import type { AssetId } from "../domain/asset.ts";
import type { Frequency } from "../domain/frequency.ts";
import type { HistoryUse } from "../domain/history_use.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { PartialPeriods } from "../domain/partial_periods.ts";
import type { RangeCut } from "./range_cuts.ts";

/** Type of simple returns of the assets on common dates, without gaps. */
export interface AlignedReturns {
  /** Dates of the returns: the last day of each period, as YYYY-MM-DD. */
  readonly dates: readonly string[];
  readonly assets: readonly AssetId[];
  /** Matrix of the returns of the assets (dates × assets). */
  readonly returns: Matrix;
  /**
   * Returns of the benchmark on the dates of the asset returns; null without a benchmark that has prices or returns of
   * its own.
   */
  readonly benchmark: Float64Array | null;
}

/** Type of simple returns of the assets on all dates on which some asset has a value. */
export interface AvailableReturns extends Pick<AlignedReturns, "dates" | "benchmark"> {
  /** Matrix of the returns (dates × assets), NaN where an asset has none. The benchmark has all of them. */
  readonly returns: Matrix;
}

/**
 * Report on how a history of prices or returns became aligned returns. It is the field `data` of a result, without its
 * digest.
 */
export interface DataReport {
  readonly source: string;
  /**
   * Date of the first row of the history that is used; for prices this row has no return yet. `end_date` is the date of
   * the last row used. Both are null if no row is left.
   */
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly frequency: Frequency;
  /** Number of observations: rows of returns in the history. */
  readonly observations: number;
  readonly assets: number;
  readonly dropped: readonly DroppedRows[];
  readonly filled: readonly FilledRows[];
  /** Assets whose return never changes. They are accepted and have no risk of their own. */
  readonly constant: readonly AssetId[];
  /** Number of periods in a year by which figures are annualised: that of the request, or as the dates say. */
  readonly periods_per_year: number;
}

/**
 * Report on adjacent rows of the history that were left out for one reason: an asset starts later, ends earlier or
 * lacks a price even after filling, no asset has a price that day, or days of the first or last period are missing.
 */
export interface DroppedRows {
  readonly reason: "starts_later" | "ends_earlier" | "missing" | "no_prices" | "partial_period";
  /**
   * Ids of the assets that caused the rows to be dropped, `benchmark` for the benchmark; empty if no asset has a price.
   */
  readonly assets: readonly string[];
  readonly days: number;
  readonly first: string;
  readonly last: string;
}

/**
 * Report on days on which the last price of an asset or the benchmark replaced a missing price, or 0 a missing return.
 */
export interface FilledRows {
  readonly asset: string;
  readonly days: number;
  readonly first: string;
  readonly last: string;
}

/** The first and last day with a value of an asset, within the requested dates. */
export interface AssetHistory {
  readonly asset: AssetId;
  readonly first: string;
  readonly last: string;
  /** Number of days on which the asset has a price or return. */
  readonly days: number;
}

export interface AlignmentOptions {
  readonly kind: "prices" | "returns";
  readonly frequency: Frequency;
  /** Number of periods in a year that the request gives; absent if it follows from the dates. */
  readonly periodsPerYear?: number;
  /** Whether periods of which days are missing count; absent for the default of `returnSpans`. */
  readonly partialPeriods?: PartialPeriods;
  /** First date of the history to use, inclusive. The last date is inclusive too. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Whether the returns that each asset has on its own are given too; not if absent or `common`. */
  readonly use?: HistoryUse;
  /** Source of the history, such as a market data provider, for the report. */
  readonly source: string;
  /**
   * Benchmark values, NaN where missing: prices on the dates of the price table, or returns on those dates. Benchmark
   * prices for a table of asset returns have one more value at the front.
   */
  readonly benchmark?: { readonly prices: Float64Array } | { readonly returns: Float64Array };
}

/** Type of the result of `alignReturns`: the aligned returns and a report. */
export interface Alignment {
  readonly aligned: AlignedReturns;
  readonly report: DataReport;
  /** First and last day with a value of each asset, in the order of the assets. */
  readonly histories: readonly AssetHistory[];
  /** Partial first and last periods that count: the number of their days with a row, their first and last day. */
  readonly counted: readonly Pick<DroppedRows, "days" | "first" | "last">[];
  /** Whether the dates are those of a market that trades on all days of the week. */
  readonly weekends: boolean;
  /** Assets, or the benchmark, of which one alone makes the common range shorter. */
  readonly cuts: readonly RangeCut[];
  /** Returns that each asset has on its own; present only if they were asked for. */
  readonly available?: AvailableReturns;
}
