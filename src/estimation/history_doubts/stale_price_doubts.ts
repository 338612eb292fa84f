import type { Doubt } from "../../domain/doubt.ts";
import { stalePrices } from "../../doubts/kinds/stale_prices.ts";
import type { OwnSeries } from "./own_series.ts";
import { sparseColumns } from "./sparse_series_doubts.ts";

/** Number of equal values in a row from which prices are stale, and of returns of 0. */
const LEAST_EQUAL = 10;
/** Of any ten rows in a row two are five rows apart and multiples of five, so only those are compared. */
const STEP = LEAST_EQUAL / 2;
/** Smallest share of its other days on which an asset must move, so that standing still is unusual for it. */
const MOVES = 0.8;

/** Equal values of an asset, from one row to another, inclusive. */
interface Run {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** Doubts daily prices that stay equal over ten rows or more although they move on most others. */
export function stalePriceDoubts(series: OwnSeries): readonly Doubt[] {
  if (!series.isDaily) return [];
  const { assets, dates } = series;
  const moving = longestRuns(series).filter(({ column }) => movesElsewhere(column, series));
  // Values of weeks or months that are filled to days are told as such.
  const sparse = new Set(moving.length === 0 ? [] : sparseColumns(series).map(({ j }) => j));
  const stale = moving.filter(({ column }) => !sparse.has(column));
  if (stale.length === 0) return [];
  const worst = stale.reduce((most, run) => lengthOf(run) > lengthOf(most) ? run : most);
  return [stalePrices.about(stale.map(({ column }) => assets[column]), {
    asset: assets[worst.column],
    days: lengthOf(worst),
    first: dates[worst.first],
    last: dates[worst.last],
  })];
}

function lengthOf({ first, last }: Run): number {
  return last - first + 1;
}

/** Returns the longest run of at least ten equal values of each asset that has one. */
function longestRuns({ kind, values: { rows, columns, data } }: OwnSeries): readonly Run[] {
  const longest = new Map<number, Run>();
  const isStill = (row: number, j: number): boolean => {
    const value = data[row * columns + j];
    return kind === "returns" ? value === 0 : value === data[(row - 1) * columns + j];
  };
  for (let row = 0; row + STEP < rows; row += STEP) {
    for (let j = 0, at = row * columns; j < columns; j++, at++) {
      if (data[at] !== data[at + STEP * columns] || kind === "returns" && data[at] !== 0) continue;
      if (row <= (longest.get(j)?.last ?? -1)) continue;
      let [first, last] = [row, row];
      if (kind === "prices") { while (first > 0 && isStill(first, j)) first--; }
      else while (first > 0 && isStill(first - 1, j)) first--;
      while (last + 1 < rows && isStill(last + 1, j)) last++;
      const run = { column: j, first, last }, known = longest.get(j);
      if (lengthOf(run) >= LEAST_EQUAL && (known === undefined || lengthOf(run) > lengthOf(known))) longest.set(j, run);
    }
  }
  return [...longest.values()].sort((a, b) => a.column - b.column);
}

/** Whether an asset moves on most of the days outside its runs of ten equal values or more. */
function movesElsewhere(j: number, { kind, values: { columns, data } }: OwnSeries): boolean {
  let [moves, rests, run, last] = [0, 0, 0, NaN];
  for (let at = j; at < data.length; at += columns) {
    const value = data[at], isEqual = kind === "returns" ? value === 0 : value === last;
    if (Number.isNaN(value)) continue;
    last = value;
    if (isEqual) {
      run++;
      continue;
    }
    if (run + 1 < LEAST_EQUAL) rests += run;
    moves++;
    run = 0;
  }
  return moves >= LEAST_EQUAL && moves >= MOVES * (moves + rests);
}
