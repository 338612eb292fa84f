import type { Doubt } from "../../domain/doubt.ts";
import type { Matrix } from "../../domain/matrix.ts";
import { sameSeries } from "../../doubts/kinds/same_series.ts";
import { shiftedSeries } from "../../doubts/kinds/shifted_series.ts";
import type { OwnSeries } from "./own_series.ts";

/** Largest number of rows by which a series is looked for in another one. */
const MOST_SHIFTED = 5;
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
export function twinDoubts({ assets, dates, values }: OwnSeries): readonly Doubt[] {
  if (dates.length < LEAST_ROWS) return [];
  const middle = (dates.length - WORD) >> 1, known = new Map<number, number>();
  const told = new Set<number>();
  assets.forEach((_, j) => {
    const word = wordAt(values, j, middle);
    if (word !== null && !known.has(word)) known.set(word, j);
  });
  return assets.flatMap((_, j): readonly Doubt[] => {
    for (let shift = 0; shift <= MOST_SHIFTED; shift++) {
      for (const rows of shift === 0 ? [0] : [shift, -shift]) {
        const other = known.get(wordAt(values, j, middle + rows) ?? NaN);
        if (other === undefined || other === j || told.has(other)) continue;
        if (!agrees(values, { late: j, early: other, rows })) continue;
        told.add(j);
        if (rows === 0) return [sameSeries.about([assets[other], assets[j]], { rows: dates.length })];
        const pair = rows > 0 ? [assets[j], assets[other]] : [assets[other], assets[j]];
        return [shiftedSeries.about(pair, { rows: shift })];
      }
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
