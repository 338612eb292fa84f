import type { Doubt } from "../../domain/doubt.ts";
import { row } from "../../domain/matrix.ts";
import { constantTotal } from "../../doubts/kinds/constant_total.ts";
import type { OwnSeries } from "./own_series.ts";

const LEAST_ROWS = 5;
const TOTALS = [1, 100];
/** Largest relative distance of a total of rounded weights from what they add up to. */
const ROUNDING = 0.005;

/** Doubts prices that add up to 1 or 100 in every row, as weights do. */
export function constantTotalDoubts({ kind, assets, dates, values }: OwnSeries): readonly Doubt[] {
  if (kind === "returns" || assets.length < 2 || dates.length < LEAST_ROWS) return [];
  const total = TOTALS.find((total) => dates.every((_, i) => addsUpTo(total, row(values, i))));
  if (total === undefined || isSame(row(values, 0), row(values, dates.length - 1))) return [];
  return [constantTotal.about(assets, { total, rows: dates.length })];
}

/** Whether the cells of a row add up to a total. A missing one is no weight. */
function addsUpTo(total: number, cells: Float64Array): boolean {
  const sum = cells.reduce((sum, value) => Number.isNaN(value) ? sum : sum + value, 0);
  return Math.abs(sum - total) <= ROUNDING * total;
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  return one.every((value, j) => Object.is(value, other[j]));
}
