import type { AssetId } from "../../domain/asset.ts";
import { MOST_DAYS_APART, usualDaysApart } from "../../domain/date_spacing.ts";
import type { Doubt } from "../../domain/doubt.ts";
import type { Frequency } from "../../domain/frequency.ts";
import type { Matrix } from "../../domain/matrix.ts";
import { matrix } from "../../domain/matrix.ts";
import type { PriceTable } from "../price_table.ts";

/** Type of a history of the caller's own, with the kind of its values. */
export interface OwnTable {
  readonly kind: "prices" | "returns";
  readonly table: PriceTable;
}

/** Type of the dates of a run that uses a history. */
export interface UsedDates {
  readonly frequency: Frequency;
  /** First and last date that is used, inclusive; absent if all are. */
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}

/** Type of the returns that a run takes of a history, with their number in a year. */
export interface TakenReturns {
  /** Matrix of the returns (dates × assets); NaN where an asset has none. */
  readonly returns: Matrix;
  readonly periods: number;
}

/** Type of the used rows of the caller's own history, as the checks of it look at them. */
export interface OwnSeries {
  readonly kind: "prices" | "returns";
  readonly dates: readonly string[];
  readonly assets: readonly AssetId[];
  /** Matrix of prices or returns (dates × assets); NaN where missing. It is the caller's own memory. */
  readonly values: Matrix;
  /** Whether the rows are days, by the median distance of their dates, whatever the frequency of the run. */
  readonly isDaily: boolean;
  /** Frequency of the run. */
  readonly frequency: Frequency;
  /** Returns that the run takes of the rows; null where they are not known. */
  readonly taken: TakenReturns | null;
}

/** Type of a check of the caller's own history. It returns its doubts and changes nothing. */
export type HistoryCheck = (series: OwnSeries) => readonly Doubt[];

/** Returns the rows of a history that a run uses, without a copy of its values. */
export function ownSeries(
  { kind, table }: OwnTable,
  { frequency, start_date, end_date }: UsedDates,
  taken: TakenReturns | null,
): OwnSeries {
  const from = start_date === undefined ? 0 : table.dates.findIndex((date) => date >= start_date);
  const after = end_date === undefined ? -1 : table.dates.findIndex((date) => date > end_date);
  const to = after < 0 ? table.dates.length : after, first = from < 0 ? to : Math.min(from, to);
  const { columns, data } = table.values, dates = table.dates.slice(first, to);
  const values = matrix(dates.length, columns, data.subarray(first * columns, to * columns));
  return { kind, dates, assets: table.assets, values, isDaily: isDailyBy(dates, frequency), frequency, taken };
}

function isDailyBy(dates: readonly string[], frequency: Frequency): boolean {
  const apart = dates.length < 3 ? null : usualDaysApart(dates);
  return apart === null ? frequency === "daily" : apart <= MOST_DAYS_APART.daily;
}
