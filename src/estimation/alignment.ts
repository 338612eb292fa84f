import type { AssetId } from "../domain/asset.ts";
import type { Frequency } from "../domain/frequency.ts";
import type { Matrix } from "../domain/matrix.ts";

/** Simple returns of the assets on common dates, without gaps. */
export interface AlignedReturns {
  /** The last day of each return. */
  readonly dates: readonly string[];
  readonly assets: readonly AssetId[];
  /** Dates × assets. */
  readonly returns: Matrix;
  /** On the same dates; null without a benchmark that has a history. */
  readonly benchmark: Float64Array | null;
}

/** What became of a history on its way to returns; `data` of a result, but for its digest. */
export interface DataReport {
  readonly source: string;
  /** The first and the last row used: of prices the first has no return yet. Null where no row is left. */
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly frequency: Frequency;
  /** Rows of returns. */
  readonly observations: number;
  readonly assets: number;
  readonly dropped: readonly DroppedRows[];
  readonly filled: readonly FilledRows[];
  /** Assets whose return never changes: accepted, with no risk of their own. */
  readonly constant: readonly AssetId[];
}

/**
 * Neighbouring rows left out for one reason: an asset that starts later, ends earlier, lacks a price after filling, or
 * a day without any price.
 */
export interface DroppedRows {
  readonly reason: "starts_later" | "ends_earlier" | "missing" | "no_prices";
  /** Those to blame, `benchmark` for the benchmark; empty where no asset has a price. */
  readonly assets: readonly string[];
  readonly days: number;
  readonly first: string;
  readonly last: string;
}

/** Days on which an asset's last price was carried forward. */
export interface FilledRows {
  readonly asset: string;
  readonly days: number;
  readonly first: string;
  readonly last: string;
}

/** The days between which an asset has values, within the dates asked for. */
export interface AssetHistory {
  readonly asset: AssetId;
  readonly first: string;
  readonly last: string;
  /** Rows that hold a value. */
  readonly days: number;
}

export interface AlignmentOptions {
  readonly kind: "prices" | "returns";
  readonly frequency: Frequency;
  /** Inclusive. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Where the history came from, for the report. */
  readonly source: string;
  /**
   * NaN where missing. Prices on the dates of the table, for a table of returns one more at the front, or its returns
   * on those dates.
   */
  readonly benchmark?: { readonly prices: Float64Array } | { readonly returns: Float64Array };
}

/** What `alignReturns` makes of a table. */
export interface Alignment {
  readonly aligned: AlignedReturns;
  readonly report: DataReport;
  /** In the order of the assets. */
  readonly histories: readonly AssetHistory[];
}
