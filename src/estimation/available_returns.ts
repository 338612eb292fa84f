import type { AssetId } from "../domain/asset.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import type { AlignmentOptions, AvailableReturns } from "./alignment.ts";
import { type Column, MAX_FILLED_ROWS, type Rows } from "./history_columns.ts";
import { returnSpans } from "./return_spans.ts";
import { hasWeekends } from "../domain/trading_year.ts";

/** Returns of the assets on all days of a history, and the days that they follow from. */
export interface FoundReturns {
  readonly available: AvailableReturns;
  readonly days: readonly string[];
}

/**
 * Converts prices or returns to the returns that each asset has on its own: rows are all days on which some asset has a
 * value, and the benchmark too where there is one. Within the span of an asset a gap of at most 5 rows is filled with
 * its last value, as in `alignReturns`. Returns in and over a longer gap, or outside the span, are NaN. `columns` are
 * left unchanged.
 */
export function availableReturns(
  columns: readonly Column[],
  { spans, dates, assets, options }: {
    readonly spans: readonly Rows[];
    readonly dates: readonly string[];
    readonly assets: readonly AssetId[];
    readonly options: Pick<AlignmentOptions, "kind" | "frequency" | "partialPeriods">;
  },
): FoundReturns {
  const sessions = dates.keys().filter((t) => columns.some(({ beside, values }) => !beside && !Number.isNaN(values[t])))
    .toArray();
  const filled = columns.map((column, j) => filledWithin(column, spans[j], sessions));
  const benchmark = filled.find(({ beside }) => beside);
  const rows = sessions.filter((t) => benchmark === undefined || !Number.isNaN(benchmark.values[t]));
  const days = rows.map((t) => dates[t]);
  const { starts, stops } = returnSpans(rows, { ...options, dates, weekends: hasWeekends(days) });
  const between = (column: Column): Float64Array => {
    const lacking = lackingBefore(column, rows);
    return Float64Array.from(stops, (stop, i) => change(column, { start: starts[i], stop, lacking }));
  };
  return {
    available: {
      dates: stops.map((t) => dates[t]),
      returns: fromColumns(filled.filter(({ beside }) => !beside).map(between), stops.length, assets.length),
      benchmark: benchmark === undefined ? null : between(benchmark),
    },
    days,
  };
}

/** Fills the gaps of a column within its span that are short enough to be filled whole. */
function filledWithin(column: Column, { from, to }: Rows, sessions: readonly number[]): Column {
  const { kind, values } = column, filled = values.slice();
  let last = NaN, gap: number[] = [];
  const closeGap = (): void => {
    if (gap.length <= MAX_FILLED_ROWS) { for (const t of gap) filled[t] = kind === "prices" ? last : 0; }
    gap = [];
  };
  for (const t of sessions) {
    if (t < from || t >= to) continue;
    if (Number.isNaN(values[t])) gap.push(t);
    else {
      closeGap();
      last = values[t];
    }
  }
  closeGap();
  return { ...column, values: filled };
}

/** Returns, for each row and the end, how many of the given rows before it lack a value. */
function lackingBefore({ values }: Column, rows: readonly number[]): Int32Array {
  const lacking = new Int32Array(values.length + 1), isRow = new Uint8Array(values.length);
  for (const t of rows) isRow[t] = 1;
  for (let t = 0; t < values.length; t++) {
    lacking[t + 1] = lacking[t] + (isRow[t] === 1 && Number.isNaN(values[t]) ? 1 : 0);
  }
  return lacking;
}

/** Returns a simple return from the end of one row to the end of another; NaN if a value that it needs is missing. */
function change(
  { kind, values }: Column,
  { start, stop, lacking }: { readonly start: number; readonly stop: number; readonly lacking: Int32Array },
): number {
  if (kind === "prices") return values[stop] / values[start] - 1;
  if (lacking[stop + 1] > lacking[start + 1]) return NaN;
  let compounded = 0;
  for (let t = start + 1; t <= stop; t++) {
    if (!Number.isNaN(values[t])) compounded += values[t] + compounded * values[t];
  }
  return compounded;
}

function fromColumns(columns: readonly Float64Array[], rows: number, count: number): Matrix {
  const table = matrix(rows, count);
  columns.forEach((values, j) => {
    for (let t = 0; t < rows; t++) table.data[t * count + j] = values[t];
  });
  return table;
}
