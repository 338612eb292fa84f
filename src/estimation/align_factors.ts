import type { Frequency } from "../domain/frequency.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import type { FactorSeries } from "./factor_series.ts";
import { periodOf } from "./period.ts";

/** Dates and frequency of a run's returns, to whose dates factor returns are aligned. */
export interface ReturnRows {
  /** Dates of the run's returns: the last day of each return's period, ascending, at least one. */
  readonly dates: readonly string[];
  readonly frequency: Frequency;
  /**
   * Start of the run's returns. For prices, the day of the price at which the first return begins. For returns, the day
   * of the first return.
   */
  readonly start: string;
  readonly kind: "prices" | "returns";
}

/** Factor returns on the dates of a run, or the dates for which a factor return is missing. */
export type AlignedFactors =
  | { readonly factors: Matrix; readonly missing: readonly [] }
  | { readonly factors: null; readonly missing: readonly string[] };

/**
 * Aligns factor returns (T × k) to the dates of a run. A factor return belongs to the day, week or month of the run
 * that contains its date; factor returns between two dates of the run are compounded. In a first or last period that
 * the run covers only partly, factor returns outside its days are ignored if there are others.
 */
export function alignFactors({ dates, series }: FactorSeries, rows: ReturnRows): AlignedFactors {
  const spans = spansOf(dates, rows);
  const missing = rows.dates.filter((date, t) => {
    const { from, to } = spans[t];
    return from >= to || !isSamePeriod(dates[to - 1], date, rows);
  });
  if (missing.length > 0) return { factors: null, missing };
  const columns = Object.values(series);
  const factors = matrix(spans.length, columns.length);
  spans.forEach((span, t) => {
    columns.forEach((returns, j) => factors.data[t * columns.length + j] = compounded(returns, span));
  });
  return { factors, missing: [] };
}

/** A range of rows of factor returns, from row `from` up to but without row `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spansOf(dates: readonly string[], rows: ReturnRows): Span[] {
  let from = firstRow(dates, rows);
  return rows.dates.map((date, t) => {
    let to = from;
    while (to < dates.length && (dates[to] <= date || isSamePeriod(dates[to], date, rows))) to++;
    const span = { from, to: t === rows.dates.length - 1 ? endWithin(dates, { from, to }, rows) : to };
    from = to;
    return span;
  });
}

/** Returns the first row of factor returns that belongs to the first return of the run. */
function firstRow(dates: readonly string[], rows: ReturnRows): number {
  const { start, kind } = rows;
  const firstAfter = (isBefore: (date: string) => boolean): number => {
    const found = dates.findIndex((date) => !isBefore(date));
    return found < 0 ? dates.length : found;
  };
  if (kind === "prices") return firstAfter((date) => date <= start || isSamePeriod(date, start, rows));
  const within = firstAfter((date) => date < start);
  const isWithin = within < dates.length && isSamePeriod(dates[within], start, rows);
  return isWithin ? within : firstAfter((date) => date < start && !isSamePeriod(date, start, rows));
}

/**
 * Returns the end of the last range of rows of factor returns. Rows after the last day of the run are left out if an
 * earlier row belongs to the same period.
 */
function endWithin(dates: readonly string[], { from, to }: Span, rows: ReturnRows): number {
  const last = rows.dates[rows.dates.length - 1];
  let end = to;
  while (end > from && dates[end - 1] > last) end--;
  return end > from && isSamePeriod(dates[end - 1], last, rows) ? end : to;
}

function isSamePeriod(a: string, b: string, { frequency }: ReturnRows): boolean {
  return periodOf(a, frequency) === periodOf(b, frequency);
}

/** Compounds factor returns over a range of rows. A single return is kept exactly. */
function compounded(returns: ArrayLike<number>, { from, to }: Span): number {
  if (to - from === 1) return returns[from];
  let growth = 1;
  for (let i = from; i < to; i++) growth *= 1 + returns[i];
  return growth - 1;
}
