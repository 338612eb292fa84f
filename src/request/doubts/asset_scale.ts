import { entryAt } from "../../domain/entry_at.ts";
import type { History } from "../parts/history.ts";
import { rowsPerYear } from "./rows_per_year.ts";

/** Type of the sizes of the assets' returns, one entry for each asset. An entry is NaN for an asset without returns. */
export interface AssetScale {
  /** Annual arithmetic mean returns. */
  readonly means: Float64Array;
  /** Annual volatilities. */
  readonly volatilities: Float64Array;
  /** Largest loss of any asset between two rows, as a positive fraction; null where there are no rows. */
  readonly worst: number | null;
}

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
  let worst = 0;
  for (let at = 0, j = 0; at < rows * columns; at++, j = j + 1 === columns ? 0 : j + 1) {
    const value = data[at] ?? NaN;
    if (Number.isNaN(value)) continue;
    const change = kind === "prices" ? value / (last[j] ?? NaN) - 1 : value;
    last[j] = value;
    if (Number.isNaN(change)) continue;
    counts[j] = (counts[j] ?? 0) + 1;
    sums[j] = (sums[j] ?? 0) + change;
    squares[j] = (squares[j] ?? 0) + change * change;
    if (-change > worst) worst = -change;
  }
  const years = kind === "scenarios" ? periods : rowsPerYear(dates);
  const means = sums.map((sum, j) => sum / entryAt(counts, j));
  return {
    means: means.map((mean) => mean * years),
    volatilities: squares.map((square, j) => {
      const count = entryAt(counts, j), mean = entryAt(means, j);
      return Math.sqrt(Math.max(square - count * mean * mean, 0) / (count - 1) * years);
    }),
    worst,
  };
}
