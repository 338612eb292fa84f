import type { AssetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { type Matrix, sharedMatrix } from "../domain/matrix.ts";
import type { AlignedReturns, AlignmentOptions } from "./alignment.ts";
import type { PriceTable } from "./price_table.ts";

/** Largest number of rows over which the last price of an asset replaces missing prices. */
export const MAX_FILLED_ROWS = 5;

/** Values of one asset or of the benchmark, within the dates of the run, as prices or as returns. */
export interface Column {
  readonly name: string;
  /** Whether the values are those of the benchmark. A row with only a benchmark price is no trading session. */
  readonly beside: boolean;
  readonly kind: "prices" | "returns";
  readonly values: Float64Array;
}

/** Range of rows of a price table. */
export interface Rows {
  readonly from: number;
  /** End of the range of rows of a price table; this row is not included. */
  readonly to: number;
}

/** Returns the rows of a price table between the first and the last date of the run. */
export function rowsBetween(dates: readonly string[], { startDate, endDate }: AlignmentOptions): Rows {
  const from = startDate === undefined ? 0 : dates.findIndex((date) => date >= startDate);
  const after = endDate === undefined ? -1 : dates.findIndex((date) => date > endDate);
  const to = after < 0 ? dates.length : after;
  return from < 0 ? { from: to, to } : { from, to: Math.max(from, to) };
}

/** Returns a copy of the values of each asset in a window of a price table, and last those of the benchmark. */
export function columnsOf(table: PriceTable, options: AlignmentOptions, window: Rows): Column[] {
  const { values, assets } = table;
  const rows = window.to - window.from;
  const columns = assets.map((asset): Column => {
    return { name: asset, beside: false, kind: options.kind, values: new Float64Array(rows) };
  });
  for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
    const end = Math.min(rows, top + ROWS_AT_ONCE);
    columns.forEach(({ values: column }, j) => {
      for (let t = top; t < end; t++) column[t] = values.data[(window.from + t) * values.columns + j];
    });
  }
  return options.benchmark === undefined
    ? columns
    : [...columns, benchmarkColumn(table, { kind: options.kind, benchmark: options.benchmark }, window)];
}

/**
 * Number of rows of a table that are read or written before the next rows, column by column. So few rows stay in the
 * processor's cache until the next column needs them.
 */
const ROWS_AT_ONCE = 64;

function benchmarkColumn(
  table: PriceTable,
  given: { kind: "prices" | "returns"; benchmark: NonNullable<AlignmentOptions["benchmark"]> },
  window: Rows,
): Column {
  const { kind, benchmark } = given;
  if (!("prices" in benchmark) && kind === "prices") {
    throw new RangeError("Cannot use returns of a benchmark with prices of assets: prices of the benchmark are needed");
  }
  const values = "returns" in benchmark
    ? benchmark.returns
    : kind === "returns"
    ? returnsOfPrices(benchmark.prices)
    : benchmark.prices;
  if (values.length !== table.dates.length) {
    throw new RangeError(`Cannot use a benchmark of ${values.length} ${kind} for ${table.dates.length} dates`);
  }
  return { name: "benchmark", beside: true, kind, values: values.slice(window.from, window.to) };
}

/**
 * Returns the simple returns between neighbouring prices, one fewer than prices. A return over missing prices is placed
 * at the end of the gap.
 */
function returnsOfPrices(prices: Float64Array): Float64Array {
  let last = prices[0];
  return prices.slice(1).map((price) => {
    const change = price / last - 1;
    if (!Number.isNaN(price)) last = price;
    return change;
  });
}

/**
 * Returns the range of rows from the first to the last value of an asset or the benchmark. Throws
 * `insufficient_history` if it has no value.
 */
export function spanOf({ name, values }: Column, dates: readonly string[], options: AlignmentOptions): Rows {
  const from = values.findIndex((value) => !Number.isNaN(value));
  if (from < 0) {
    const asked = dates.length === 0
      ? `between ${options.startDate ?? "the first date"} and ${options.endDate ?? "the last date"}`
      : `between ${dates[0]} and ${dates[dates.length - 1]}`;
    const subject = name === "benchmark" ? "The benchmark" : `The asset "${name}"`;
    throw new DomainError(
      "insufficient_history",
      `${subject} has no ${options.kind} ${asked}: leave it out or widen the dates`,
    );
  }
  return { from, to: values.findLastIndex((value) => !Number.isNaN(value)) + 1 };
}

/** Returns the span of each column with its name. A gap of up to `MAX_FILLED_ROWS` rows at the end is filled later. */
export function lastingSpans(
  columns: readonly Column[],
  spans: readonly Rows[],
  dates: readonly string[],
): readonly (Rows & { readonly name: string })[] {
  return spans.map(({ from, to }, j) => ({
    name: columns[j].name,
    from,
    to: dates.length - to <= MAX_FILLED_ROWS ? dates.length : to,
  }));
}

/**
 * Replaces missing prices of one asset or the benchmark by its last price in place, and missing returns by 0. Returns
 * the filled rows from `from` on. Rows that still lack a value are added to `lacking`.
 */
export function fill(
  { name, kind, values }: Column,
  { rows, from }: { rows: readonly number[]; from: number },
  lacking: Map<number, string[]>,
): number[] {
  const filled: number[] = [];
  let gap = 0;
  let last = NaN;
  for (const t of rows) {
    if (!Number.isNaN(values[t])) {
      gap = 0;
      last = values[t];
      continue;
    }
    gap++;
    const fills = gap <= MAX_FILLED_ROWS && !Number.isNaN(last);
    if (fills) values[t] = kind === "prices" ? last : 0;
    if (t < from) continue;
    if (fills) filled.push(t);
    else if (lacking.has(t)) lacking.get(t)?.push(name);
    else lacking.set(t, [name]);
  }
  return filled;
}

/** Returns the returns of assets and benchmark between the ends of rows. */
export function returnsBetween(
  columns: readonly Column[],
  span: { starts: readonly number[]; stops: readonly number[]; dates: readonly string[]; assets: readonly AssetId[] },
): AlignedReturns {
  const { dates, assets } = span, starts = Int32Array.from(span.starts), stops = Int32Array.from(span.stops);
  const returns = sharedMatrix(stops.length, assets.length);
  for (let top = 0; top < stops.length; top += ROWS_AT_ONCE) {
    const end = Math.min(stops.length, top + ROWS_AT_ONCE);
    for (let j = 0; j < assets.length; j++) setReturns(columns[j], { starts, stops, top, end, returns, j });
  }
  const beside = columns.find((column) => column.beside);
  const benchmark = beside === undefined
    ? null
    : Float64Array.from(stops, (stop, i) => change(beside, starts[i], stop));
  return { dates, assets, returns, benchmark };
}

/** Sets the returns of one column from the row `top` to the row before `end`. */
function setReturns(
  column: Column,
  { starts, stops, top, end, returns: { columns, data }, j }: {
    readonly starts: Int32Array;
    readonly stops: Int32Array;
    readonly top: number;
    readonly end: number;
    readonly returns: Matrix;
    readonly j: number;
  },
): void {
  const { kind, values } = column;
  for (let i = top, at = top * columns + j; i < end; i++, at += columns) {
    data[at] = kind === "prices" ? values[stops[i]] / values[starts[i]] - 1 : change(column, starts[i], stops[i]);
  }
}

/**
 * Returns an asset's simple return from the end of one row to the end of another. Returns are compounded; a single
 * return is kept exactly.
 */
function change({ kind, values }: Column, start: number, stop: number): number {
  if (kind === "prices") return values[stop] / values[start] - 1;
  let compounded = 0;
  for (let t = start + 1; t <= stop; t++) {
    if (!Number.isNaN(values[t])) compounded += values[t] + compounded * values[t];
  }
  return compounded;
}
