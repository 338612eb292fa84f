import type { Doubt } from "../../domain/doubt.ts";
import type { Matrix } from "../../domain/matrix.ts";
import { sameSeries } from "../../doubts/kinds/same_series.ts";
import { shiftedSeries } from "../../doubts/kinds/shifted_series.ts";
import type { OwnSeries } from "./own_series.ts";

/** Numbers of rows by which a series is looked for in another one. */
const SHIFTS = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5] as const;
/** Number of values near the middle by which series are found. */
const WORD = 4;
/** Smallest number of rows of a history that is looked at. */
const LEAST_ROWS = 20;
/** Smallest share of the rows on which two series must agree. */
const AGREE = 0.98;

/**
 * Doubts pairs of series with the same values, on the same rows or a few rows later. Series are found by a few values
 * near their middle, so that the time grows with the number of assets and not of pairs.
 */
export function twinDoubts(series: OwnSeries): readonly Doubt[] {
  const pairs = pairsIn(series), { assets, dates } = series;
  const same = pairs.filter(({ rows }) => rows === 0), shifted = pairs.filter(({ rows }) => rows > 0);
  const named = (list: readonly Pair[]) => list.flatMap(({ late, early }) => [assets[late], assets[early]]);
  return [
    ...same.length === 0 ? [] : [sameSeries.about(named(same), { rows: dates.length, pairs: same.length })],
    ...shifted.length === 0
      ? []
      : [shiftedSeries.about(named(shifted), { rows: shifted[0].rows, pairs: shifted.length })],
  ];
}

/** Two columns of which one has the values of the other some rows later. */
interface Pair {
  readonly late: number;
  readonly early: number;
  readonly rows: number;
}

/** Returns at most one pair for each column, with a column that is not the later one of a pair itself. */
function pairsIn({ assets, dates, values }: OwnSeries): readonly Pair[] {
  if (dates.length < LEAST_ROWS) return [];
  const middle = (dates.length - WORD) >> 1, known = new Map<number, number>(), paired = new Set<number>();
  assets.forEach((_, j) => {
    const word = wordAt(values, j, middle);
    if (word !== null && !known.has(word)) known.set(word, j);
  });
  return assets.flatMap((_, j) => {
    for (const rows of SHIFTS) {
      const other = known.get(wordAt(values, j, middle + rows) ?? NaN);
      if (other === undefined || other === j || paired.has(other)) continue;
      if (!agrees(values, { late: j, early: other, rows })) continue;
      paired.add(j);
      if (rows === 0) return [{ late: other, early: j, rows }];
      return [rows > 0 ? { late: j, early: other, rows } : { late: other, early: j, rows: -rows }];
    }
    return [];
  });
}

/** Returns a number made of some values of a column from a row on; null where one is missing or they do not move. */
function wordAt({ columns, data }: Matrix, j: number, from: number): number | null {
  const start = from * columns + j;
  let [word, moves] = [0, 0];
  for (let i = 0; i < WORD; i++) {
    const value = data[start + i * columns];
    word += (i + Math.SQRT2) * value;
    if (i > 0 && value !== data[start + (i - 1) * columns]) moves++;
  }
  return Number.isFinite(word) && moves >= WORD - 2 ? word : null;
}

function agrees(
  { rows: count, columns, data }: Matrix,
  { late, early, rows }: { readonly late: number; readonly early: number; readonly rows: number },
): boolean {
  let [both, equal] = [0, 0];
  for (let row = Math.max(0, -rows); row + Math.max(0, rows) < count; row++) {
    const one = data[(row + rows) * columns + late], other = data[row * columns + early];
    if (Number.isNaN(one) || Number.isNaN(other)) continue;
    both++;
    if (one === other) equal++;
  }
  return both >= LEAST_ROWS / 2 && equal >= AGREE * both;
}
