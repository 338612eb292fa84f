import type { Doubt } from "../../domain/doubt.ts";
import { column, row } from "../../domain/matrix.ts";
import { constantTotal } from "../../doubts/kinds/constant_total.ts";
import type { OwnSeries } from "./own_series.ts";

const LEAST_ROWS = 5;
const TOTALS = [1, 100];
/** Largest distance of the sum of rounded weights from their total, as a share of it. */
const ROUNDING = 0.005;
/** Largest range of the sums, as a share of the range of the asset that moves most. Prices move their sum more. */
const STEADINESS = 0.5;

/** Doubts prices that add up to 1 or 100 in every row, as weights do. */
export function constantTotalDoubts({ kind, assets, dates, values }: OwnSeries): readonly Doubt[] {
  if (kind === "returns" || assets.length < 2 || dates.length < LEAST_ROWS) return [];
  const total = TOTALS.find((total) => dates.every((_, i) => addsUpTo(total, row(values, i))));
  if (total === undefined) return [];
  const widest = assets.reduce((most, _, j) => Math.max(most, rangeOf(column(values, j))), 0);
  const sums = Float64Array.from(dates, (_, i) => sumOf(row(values, i)));
  if (widest === 0 || rangeOf(sums) > STEADINESS * widest) return [];
  return [constantTotal.about(assets, { total, rows: dates.length })];
}

function addsUpTo(total: number, cells: Float64Array): boolean {
  return Math.abs(sumOf(cells) - total) <= ROUNDING * total;
}

/** Returns the sum of the cells of a row. A missing one is no weight. */
function sumOf(cells: Float64Array): number {
  return cells.reduce((sum, value) => Number.isNaN(value) ? sum : sum + value, 0);
}

/** Returns the largest less the smallest value; missing values are passed over. */
function rangeOf(values: Float64Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most < least ? 0 : most - least;
}
