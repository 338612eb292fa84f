import type { AssetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import type { Matrix } from "../domain/matrix.ts";
import { availableReturns } from "./available_returns.ts";
import {
  type Column,
  columnsOf,
  fill,
  lastingSpans,
  returnsBetween,
  type Rows,
  rowsBetween,
  spanOf,
} from "./history_columns.ts";
import { rangeCuts } from "./range_cuts.ts";
import { type ReturnSpans, returnSpans } from "./return_spans.ts";
import { hasWeekends, periodsFromDates } from "../domain/trading_year.ts";
import type { Alignment, AlignmentOptions, AssetHistory, DroppedRows, FilledRows } from "./alignment.ts";
import type { PriceTable } from "./price_table.ts";

/**
 * Converts prices or simple returns to returns on common dates. The history runs from the latest first value of an
 * asset to the earliest last value; a gap of at most 5 rows at the end is filled instead. Within it, a missing value is
 * carried forward over at most 5 rows (a missing return counts as 0). Rows that still lack a value are left out, and
 * the next return spans them. For weekly and monthly returns the last row of each period counts; a first or last
 * period of which days are missing is left out or counts, by the options. The benchmark is aligned like an asset.
 *
 * With `use: "available"` the result also has the returns that each asset has on its own.
 *
 * Throws `insufficient_history` if an asset has no value between the dates, or if no row is common to all assets.
 */
export function alignReturns(table: PriceTable, options: AlignmentOptions): Alignment {
  const window = rowsBetween(table.dates, options);
  const columns = columnsOf(table, options, window);
  const dates = table.dates.slice(window.from, window.to);
  const spans = columns.map((column) => spanOf(column, dates, options));
  const histories = table.assets.map((asset, j) => historyOf(asset, columns[j], spans[j], dates));

  const lasting = lastingSpans(columns, spans, dates);
  const found = options.use === "available"
    ? availableReturns(columns, { spans: lasting, dates, assets: table.assets, options })
    : null;
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
      periods_per_year: options.periodsPerYear ?? periodsFromDates(found?.days ?? retainedDates, options.frequency),
    },
    counted: leavesOut ? [] : periods,
    weekends: found === null ? weekends : hasWeekends(found.days),
    cuts: rangeCuts(lasting, dates),
    histories,
    ...found === null ? {} : { available: found.available },
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

interface Log {
  readonly dates: readonly string[];
  readonly dropped: DroppedRows[];
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

/** Whether all returns of a column are equal, of more than one. */
export function isConstant({ rows, columns, data }: Matrix, j: number): boolean {
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
