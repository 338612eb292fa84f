import type { Doubt } from "../../domain/doubt.ts";
import type { Matrix } from "../../domain/matrix.ts";
import { sumOfOthers } from "../../doubts/kinds/sum_of_others.ts";
import type { OwnSeries } from "./own_series.ts";

/** Smallest number of rows that are looked at. */
const LEAST_ROWS = 5;
/** Smallest share of the rows in which an asset must be the total of the others. */
const AGREE = 0.98;
/** Number of rows by which most columns are seen to be no total. */
const FIRST_ROWS = 5;
/** Largest difference of a total from what its parts give. A file rounds prices to hundredths. */
const ROUNDING = { prices: 0.0051, returns: 1e-6 } as const;
/** The same as a share of the total, and of the range of the values of its row, since prices may be small or alike. */
const RELATIVE_ROUNDING = 1e-4;
const ROUNDING_OF_RANGE = 0.01;

/** Doubts a series that is the sum or the mean of all others on nearly every row, such as the total of a portfolio. */
export function totalDoubts({ kind, assets, dates, values }: OwnSeries): readonly Doubt[] {
  const rows = completeRows(values), others = assets.length - 1;
  if (others < 2 || rows.length < LEAST_ROWS || dates.length < LEAST_ROWS) return [];
  const sums = rows.map((row) => sumOf(values, row));
  const mostApart = rows.map((row) => Math.min(ROUNDING[kind], ROUNDING_OF_RANGE * rangeOf(values, row)));
  for (const [made_as, share] of [["sum", 1], ["mean", 1 / others]] as const) {
    const at = assets.findIndex((_, j) => isTotal(values, j, { rows, sums, share, mostApart }));
    if (at >= 0) return [sumOfOthers.about([assets[at]], { made_as, others, rows: rows.length })];
  }
  return [];
}

/** Returns the rows in which each asset has a value. */
function completeRows({ rows, columns, data }: Matrix): readonly number[] {
  return Array.from({ length: rows }, (_, row) => row).filter((row) =>
    !data.subarray(row * columns, (row + 1) * columns).some(Number.isNaN)
  );
}

function sumOf({ columns, data }: Matrix, row: number): number {
  return data.subarray(row * columns, (row + 1) * columns).reduce((sum, value) => sum + value, 0);
}

function rangeOf({ columns, data }: Matrix, row: number): number {
  const cells = data.subarray(row * columns, (row + 1) * columns);
  return cells.reduce((most, value) => Math.max(most, value)) - cells.reduce((least, value) => Math.min(least, value));
}

/** Whether a column is `share` of the sum of the others in nearly all rows, and moves. */
function isTotal(
  { columns, data }: Matrix,
  j: number,
  { rows, sums, share, mostApart }: {
    readonly rows: readonly number[];
    readonly sums: readonly number[];
    readonly share: number;
    readonly mostApart: readonly number[];
  },
): boolean {
  let [agreed, moves] = [0, 0];
  for (const [k, row] of rows.entries()) {
    const value = data[row * columns + j], made = share * (sums[k] - value);
    if (Math.abs(value - made) <= Math.min(mostApart[k], RELATIVE_ROUNDING * Math.abs(value))) agreed++;
    if (k > 0 && value !== data[rows[k - 1] * columns + j]) moves++;
    if (k === FIRST_ROWS && agreed < FIRST_ROWS - 1) return false;
  }
  return agreed >= AGREE * rows.length && moves >= rows.length / 2;
}
