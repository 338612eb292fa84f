import type { Doubt } from "../../domain/doubt.ts";
import type { Matrix } from "../../domain/matrix.ts";
import { sumOfOthers } from "../../doubts/kinds/sum_of_others.ts";
import type { OwnSeries } from "./own_series.ts";

/** Number of rows with a value of every asset from which a total is looked for. */
const LEAST_ROWS = 5;
/** Least share of the rows in which an asset must be the total of the others. */
const AGREE = 0.98;
/** Number of these first rows that may differ from the total. Most histories are seen to have none by them. */
const FIRST_ROWS = 6, FIRST_EXCEPTIONS = 1;
/** Largest difference between a total and the sum of its parts that rounding to hundredths in a file can cause. */
const ROUNDING = { prices: 0.0051, returns: 1e-6 } as const;
/** The difference may be at most this share of the total, because prices may be small. */
const ROUNDING_OF_TOTAL = 1e-4;
/** The difference may be at most this share of the range of the row, because all prices may be nearly equal. */
const ROUNDING_OF_RANGE = 0.01;

/** Doubts a series that is the sum or the mean of all others on nearly every row, such as the total of a portfolio. */
export function totalDoubts({ kind, assets, values }: OwnSeries): readonly Doubt[] {
  const others = assets.length - 1;
  if (others < 2) return [];
  const first = sumsOf(values, completeRows(values, FIRST_ROWS), ROUNDING[kind]);
  if (first.length < LEAST_ROWS) return [];
  const ways = [["sum", 1], ["mean", 1 / others]] as const;
  const candidates = ways.flatMap(([made_as, share]) =>
    assets.flatMap((_, j) =>
      exceptions(values, { j, share, sums: first }) <= FIRST_EXCEPTIONS ? [{ made_as, share, j }] : []
    )
  );
  if (candidates.length === 0) return [];
  const sums = sumsOf(values, completeRows(values, values.rows), ROUNDING[kind]);
  const found = candidates.find(({ j, share }) =>
    exceptions(values, { j, share, sums }) <= (1 - AGREE) * sums.length && moves(values, j, sums)
  );
  if (found === undefined) return [];
  const { j, made_as } = found;
  return [sumOfOthers.about([assets[j]], { made_as, others, rows: sums.length })];
}

/** The sum of a row, and how far a total may be from it. */
interface RowSum {
  readonly row: number;
  readonly sum: number;
  readonly mostApart: number;
}

/** Returns the first rows in which every asset has a value, at most `most` of them. */
function completeRows({ rows, columns, data }: Matrix, most: number): readonly number[] {
  const complete: number[] = [];
  for (let row = 0; row < rows && complete.length < most; row++) {
    if (!data.subarray(row * columns, (row + 1) * columns).includes(NaN)) complete.push(row);
  }
  return complete;
}

function sumsOf({ columns, data }: Matrix, rows: readonly number[], rounding: number): readonly RowSum[] {
  return rows.map((row) => {
    const cells = data.subarray(row * columns, (row + 1) * columns);
    let [sum, least, most] = [0, Infinity, -Infinity];
    for (const value of cells) {
      sum += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return { row, sum, mostApart: Math.min(rounding, ROUNDING_OF_RANGE * (most - least)) };
  });
}

/** Returns the number of rows in which a column is not `share` of the sum of the others. */
function exceptions(
  { columns, data }: Matrix,
  { j, share, sums }: { readonly j: number; readonly share: number; readonly sums: readonly RowSum[] },
): number {
  return sums.filter(({ row, sum, mostApart }) => {
    const value = data[row * columns + j], apart = Math.abs(value - share * (sum - value));
    return apart > Math.min(mostApart, ROUNDING_OF_TOTAL * Math.abs(value));
  }).length;
}

/** Whether a column changes in at least half of the rows. */
function moves({ columns, data }: Matrix, j: number, sums: readonly RowSum[]): boolean {
  const changes = sums.filter(({ row }, k) => k > 0 && data[row * columns + j] !== data[sums[k - 1].row * columns + j]);
  return changes.length >= sums.length / 2;
}
