import { entryAt } from "../../domain/entry_at.ts";
import type { History } from "../parts/history.ts";
import type { AssetScale } from "../parts/history_facts.ts";
import { medianSize } from "./median_size.ts";
import { rowsPerYear } from "./rows_per_year.ts";

/** Number of rows that are read column by column before the next rows, so that they stay in the processor's cache. */
const ROWS_AT_ONCE = 16;

/**
 * Returns the sizes of the returns between the rows of a history, whatever the frequency of the run. A year has
 * `periods` scenarios.
 */
export function scaleOfHistory(
  { kind, table: { dates, values } }: Pick<History, "kind" | "table">,
  periods: number,
): AssetScale {
  const { columns, rows, data } = values;
  const last = new Float64Array(columns).fill(NaN), counts = new Uint32Array(columns);
  const sums = new Float64Array(columns), squares = new Float64Array(columns);
  const isOfPrices = kind === "prices";
  let worst = 0;
  for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
    const end = Math.min(rows, top + ROWS_AT_ONCE) * columns;
    for (let j = 0; j < columns; j++) {
      let before = last[j] ?? NaN, count = counts[j] ?? 0, sum = sums[j] ?? 0, square = squares[j] ?? 0;
      for (let at = top * columns + j; at < end; at += columns) {
        const value = data[at] ?? NaN;
        if (Number.isNaN(value)) continue;
        const change = isOfPrices ? value / before - 1 : value;
        before = value;
        if (Number.isNaN(change)) continue;
        count++;
        sum += change;
        square += change * change;
        if (-change > worst) worst = -change;
      }
      [last[j], counts[j], sums[j], squares[j]] = [before, count, sum, square];
    }
  }
  const years = kind === "scenarios" ? periods : rowsPerYear(dates);
  const means = sums.map((sum, j) => sum / entryAt(counts, j));
  const volatilities = squares.map((square, j) => {
    const count = entryAt(counts, j), mean = entryAt(means, j);
    return Math.sqrt(Math.max(square - count * mean * mean, 0) / (count - 1) * years);
  });
  return scaleOf({ means: means.map((mean) => mean * years), volatilities, worst });
}

/** Returns the sizes of annual means and volatilities. An entry is NaN for an asset without returns. */
export function scaleOf(
  { means, volatilities, worst }: {
    readonly means: Float64Array;
    readonly volatilities: Float64Array;
    readonly worst: number | null;
  },
): AssetScale {
  const known = means.filter(Number.isFinite);
  const above = volatilities.filter((one) => one > 0 && Number.isFinite(one)), median = medianSize(above);
  return {
    largestMean: known.length === 0 ? null : largestOf(known),
    volatilities: median === null
      ? null
      : { smallest: above.reduce((least, one) => Math.min(least, one), Infinity), median, largest: largestOf(above) },
    worst,
  };
}

function largestOf(numbers: Float64Array): number {
  return numbers.reduce((most, one) => Math.max(most, one), -Infinity);
}
