import type { AssetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { rangeCuts } from "./range_cuts.ts";
import { type ReturnSpans, returnSpans } from "./return_spans.ts";
import { hasWeekends, periodsFromDates } from "./trading_year.ts";
import type {
  AlignedReturns,
  Alignment,
  AlignmentOptions,
  AssetHistory,
  DroppedRows,
  FilledRows,
} from "./alignment.ts";
import type { PriceTable } from "./price_table.ts";

/** Largest number of rows over which the last price of an asset replaces missing prices. */
const MAX_FILLED_ROWS = 5;

/**
 * Converts prices or simple returns to returns on common dates. The history runs from the latest first value of an
 * asset to the earliest last value; a gap of at most 5 rows at the end is filled instead. Within it, a missing value is
 * carried forward over at most 5 rows (a missing return counts as 0). Rows that still lack a value are left out, and
 * the next return spans them. For weekly and monthly returns the last row of each period counts; a first or last
 * period of which days are missing is left out or counts, by the options. The benchmark is aligned like an asset.
 *
 * Throws `insufficient_history` if an asset has no value between the dates, or if no row is common to all assets.
 */
export function alignReturns(table: PriceTable, options: AlignmentOptions): Alignment {
  const window = rowsBetween(table.dates, options);
  const columns = columnsOf(table, options, window);
  const dates = table.dates.slice(window.from, window.to);
  const spans = columns.map((column) => spanOf(column, dates, options));
  const histories = table.assets.map((asset, j) => historyOf(asset, columns[j], spans[j], dates));

  const dropped: DroppedRows[] = [];
  const range = commonRange(columns, spans, { dates, dropped });
  const rows = sessions(columns, range, { dates, dropped });
  const { retained, filled } = fillAndRetain(columns, { rows, from: range.from }, { dates, dropped });
  const retainedDates = retained.map((t) => dates[t]);
  const weekends = hasWeekends(retainedDates);
  const { starts, stops, partial, leavesOut } = returnSpans(retained, { ...options, dates, weekends });
  const periods = partial.map(([from, last]) => ({
    days: retained.filter((t) => t >= from && t <= last).length,
    first: dates[from],
    last: dates[last],
  }));
  if (leavesOut) { for (const span of periods) dropped.push({ reason: "partial_period", assets: [], ...span }); }

  const aligned = returnsBetween(columns, { starts, stops, dates: stops.map((t) => dates[t]), assets: table.assets });
  const used = usedRows(retained, { kind: options.kind, starts, stops });
  return {
    aligned,
    report: {
      source: options.source,
      start_date: used === null ? null : dates[used.first],
      end_date: used === null ? null : dates[used.last],
      frequency: options.frequency,
      observations: stops.length,
      assets: table.assets.length,
      dropped: dropped.sort((a, b) => a.first < b.first ? -1 : a.first > b.first ? 1 : 0),
      filled,
      constant: table.assets.filter((_, j) => isConstant(aligned.returns, j)),
      periods_per_year: options.periodsPerYear ?? periodsFromDates(retainedDates, options.frequency),
    },
    counted: leavesOut ? [] : periods,
    cuts: rangeCuts(lastingSpans(columns, spans, dates), dates),
    histories,
  };
}

/** Returns the first and last row that a history uses, null without rows. The first row of prices has no return yet. */
function usedRows(
  retained: readonly number[],
  { kind, starts, stops }: Pick<ReturnSpans, "starts" | "stops"> & { readonly kind: "prices" | "returns" },
): { readonly first: number; readonly last: number } | null {
  if (retained.length === 0) return null;
  if (stops.length === 0) return { first: retained[0], last: retained[retained.length - 1] };
  const first = kind === "prices" ? starts[0] : retained.find((t) => t > starts[0]) ?? starts[0];
  return { first, last: stops[stops.length - 1] };
}

/** Values of one asset or of the benchmark, within the dates of the run, as prices or as returns. */
interface Column {
  readonly name: string;
  /** Whether the values are those of the benchmark. A row with only a benchmark price is no trading session. */
  readonly beside: boolean;
  readonly kind: "prices" | "returns";
  readonly values: Float64Array;
}

interface Rows {
  readonly from: number;
  /** End of the range of rows of a price table; this row is not included. */
  readonly to: number;
}

interface Log {
  readonly dates: readonly string[];
  readonly dropped: DroppedRows[];
}

function rowsBetween(dates: readonly string[], { startDate, endDate }: AlignmentOptions): Rows {
  const from = startDate === undefined ? 0 : dates.findIndex((date) => date >= startDate);
  const after = endDate === undefined ? -1 : dates.findIndex((date) => date > endDate);
  const to = after < 0 ? dates.length : after;
  return from < 0 ? { from: to, to } : { from, to: Math.max(from, to) };
}

function columnsOf(table: PriceTable, options: AlignmentOptions, window: Rows): Column[] {
  const { values, assets } = table;
  const rows = window.to - window.from;
  const columns = assets.map((asset, j): Column => {
    const column = new Float64Array(rows);
    for (let t = 0; t < rows; t++) column[t] = values.data[(window.from + t) * values.columns + j];
    return { name: asset, beside: false, kind: options.kind, values: column };
  });
  return options.benchmark === undefined
    ? columns
    : [...columns, benchmarkColumn(table, { kind: options.kind, benchmark: options.benchmark }, window)];
}

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
function spanOf({ name, values }: Column, dates: readonly string[], options: AlignmentOptions): Rows {
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

/**
 * Returns the rows from the latest first value to the earliest last value of all assets and the benchmark. A gap of at
 * most `MAX_FILLED_ROWS` rows at the end is ignored. Throws `insufficient_history` if no row is left.
 */
function commonRange(columns: readonly Column[], spans: readonly Rows[], { dates, dropped }: Log): Rows {
  const ends = lastingSpans(columns, spans, dates).map(({ to }) => to);
  const from = spans.reduce((latest, span) => Math.max(latest, span.from), 0);
  const to = ends.reduce((earliest, end) => Math.min(earliest, end), dates.length);
  const names = (blamed: (j: number) => boolean) => columns.filter((_, j) => blamed(j)).map(({ name }) => name);
  if (from >= to) {
    const [late] = names((j) => spans[j].from === from);
    const [early] = names((j) => ends[j] === to);
    throw new DomainError(
      "insufficient_history",
      `No date is common to all assets: "${early}" ends on ${dates[to - 1]} before "${late}" starts on ${dates[from]}`,
    );
  }
  if (from > 0) {
    dropped.push(
      runOf(dates, { from: 0, to: from }, { reason: "starts_later", assets: names((j) => spans[j].from === from) }),
    );
  }
  if (to < dates.length) {
    const assets = names((j) => ends[j] === to);
    dropped.push(runOf(dates, { from: to, to: dates.length }, { reason: "ends_earlier", assets }));
  }
  return { from, to };
}

/** Returns the span of each column with its name. A gap of up to `MAX_FILLED_ROWS` rows at the end is filled later. */
function lastingSpans(
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

function runOf(dates: readonly string[], { from, to }: Rows, why: Pick<DroppedRows, "reason" | "assets">): DroppedRows {
  return { ...why, days: to - from, first: dates[from], last: dates[to - 1] };
}

/**
 * Returns the rows of the price table, up to the end of the common range, on which at least one asset has a value.
 * Earlier rows are included, because their values may be carried into the range.
 */
function sessions(columns: readonly Column[], range: Rows, { dates, dropped }: Log): number[] {
  const assets = columns.filter(({ beside }) => !beside);
  const rows: number[] = [];
  for (let t = 0; t < range.to; t++) {
    if (assets.some(({ values }) => !Number.isNaN(values[t]))) rows.push(t);
    else if (t >= range.from) {
      append(dropped, { reason: "no_prices", assets: [], days: 1, first: dates[t], last: dates[t] }, dates[t - 1]);
    }
  }
  return rows;
}

/**
 * Adds a row that was left out of the history to the report. If the last entry of the report ends on the row before and
 * has the same reason and assets, the row extends that entry.
 */
function append(dropped: DroppedRows[], row: DroppedRows, dayBefore: string | undefined): void {
  const run = dropped[dropped.length - 1];
  const continues = run !== undefined && run.last === dayBefore && run.reason === row.reason &&
    run.assets.length === row.assets.length && run.assets.every((asset, i) => asset === row.assets[i]);
  if (continues) dropped[dropped.length - 1] = { ...run, days: run.days + 1, last: row.last };
  else dropped.push(row);
}

/**
 * Replaces missing prices of all assets and the benchmark by their last prices in place, and missing returns by 0, over
 * at most `MAX_FILLED_ROWS` rows. Returns the rows from `from` on that lack no value, and the filled rows.
 */
function fillAndRetain(
  columns: readonly Column[],
  { rows, from }: { rows: readonly number[]; from: number },
  { dates, dropped }: Log,
): { retained: number[]; filled: FilledRows[] } {
  const lacking = new Map<number, string[]>();
  const filledRows = columns.map((column) => fill(column, { rows, from }, lacking));
  const retained: number[] = [];
  rows.forEach((t, i) => {
    if (t < from) return;
    const assets = lacking.get(t);
    if (assets === undefined) retained.push(t);
    else append(dropped, { reason: "missing", assets, days: 1, first: dates[t], last: dates[t] }, dates[rows[i - 1]]);
  });
  const filled = columns.flatMap(({ name }, j): FilledRows[] => {
    const days = filledRows[j].filter((t) => !lacking.has(t));
    if (days.length === 0) return [];
    return [{ asset: name, days: days.length, first: dates[days[0]], last: dates[days[days.length - 1]] }];
  });
  return { retained, filled };
}

/**
 * Replaces missing prices of one asset or the benchmark by its last price in place, and missing returns by 0. Returns
 * the filled rows from `from` on. Rows that still lack a value are added to `lacking`.
 */
function fill(
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

function returnsBetween(
  columns: readonly Column[],
  span: { starts: readonly number[]; stops: readonly number[]; dates: readonly string[]; assets: readonly AssetId[] },
): AlignedReturns {
  const { starts, stops, dates, assets } = span;
  const returns = matrix(stops.length, assets.length);
  for (let j = 0; j < assets.length; j++) {
    for (let i = 0; i < stops.length; i++) {
      returns.data[i * assets.length + j] = change(columns[j], starts[i], stops[i]);
    }
  }
  const beside = columns.find((column) => column.beside);
  const benchmark = beside === undefined
    ? null
    : Float64Array.from(stops, (stop, i) => change(beside, starts[i], stop));
  return { dates, assets, returns, benchmark };
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

function isConstant({ rows, columns, data }: Matrix, j: number): boolean {
  for (let t = 1; t < rows; t++) {
    if (data[t * columns + j] !== data[j]) return false;
  }
  return rows > 1;
}

function historyOf(asset: AssetId, { values }: Column, { from, to }: Rows, dates: readonly string[]): AssetHistory {
  let days = 0;
  for (let t = from; t < to; t++) if (!Number.isNaN(values[t])) days++;
  return { asset, first: dates[from], last: dates[to - 1], days };
}
