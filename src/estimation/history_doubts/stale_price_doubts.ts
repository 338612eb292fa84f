import type { Doubt } from "../../domain/doubt.ts";
import { stalePrices } from "../../doubts/kinds/stale_prices.ts";
import type { OwnSeries } from "./own_series.ts";

/** Number of equal values in a row from which prices are stale, and of the same moves of 0. */
const LEAST_EQUAL = 10;
/** Smallest share of its other days on which an asset must move, so that standing still is unusual for it. */
const MOVES = 0.8;

/** Doubts daily prices that stay equal over ten rows or more although they move on most others. */
export function stalePriceDoubts({ kind, dates, assets, values, isDaily }: OwnSeries): readonly Doubt[] {
  if (!isDaily) return [];
  const { columns, data } = values, last = new Float64Array(columns).fill(NaN);
  const run = new Uint32Array(columns).fill(1), longest = new Uint32Array(columns), end = new Uint32Array(columns);
  const still = new Uint32Array(columns), moved = new Uint32Array(columns);
  for (let row = 0, at = 0; row < dates.length; row++) {
    for (let j = 0; j < columns; j++, at++) {
      const value = data[at];
      if (Number.isNaN(value)) continue;
      const isEqual = kind === "prices" ? value === last[j] : value === 0;
      last[j] = value;
      if (!isEqual) {
        if (run[j] < LEAST_EQUAL) still[j] += run[j] - 1;
        run[j] = 1;
        moved[j]++;
        continue;
      }
      run[j]++;
      if (run[j] <= longest[j]) continue;
      longest[j] = run[j];
      end[j] = row;
    }
  }
  const stale = assets.map((_, j) => j).filter((j) =>
    longest[j] >= LEAST_EQUAL && moved[j] >= LEAST_EQUAL && moved[j] >= MOVES * (moved[j] + still[j])
  );
  if (stale.length === 0) return [];
  const worst = stale.reduce((most, j) => longest[j] > longest[most] ? j : most);
  const first = startOf(worst, end[worst], longest[worst], values);
  return [stalePrices.about(stale.map((j) => assets[j]), {
    asset: assets[worst],
    days: longest[worst],
    first: dates[first],
    last: dates[end[worst]],
  })];
}

/** Returns the row of the first of some values of a column that end at a row, where missing ones do not count. */
function startOf(j: number, end: number, count: number, { columns, data }: OwnSeries["values"]): number {
  let row = end;
  for (let left = count - 1; left > 0 && row > 0;) {
    row--;
    if (!Number.isNaN(data[row * columns + j])) left--;
  }
  return row;
}
