import type { Percentiles } from "./path_figures.ts";

/** The percentiles of every distribution. */
export const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;

/** The ranks, ascending from 0, between which the percentiles of that many values lie. */
export function percentileRanks(count: number): Int32Array {
  const ranks = PERCENTILES.flatMap((percent) => [placeOf(percent, count).rank, placeOf(percent, count).next]);
  return Int32Array.from([...new Set(ranks)].sort((a, b) => a - b));
}

/**
 * The percentiles, interpolated linearly between order statistics (position p (n - 1) / 100, the default of NumPy), in
 * the order of `PERCENTILES`.
 */
export function interpolate(count: number, statistic: (rank: number) => number): number[] {
  return PERCENTILES.map((percent) => {
    const { rank, next, share } = placeOf(percent, count);
    const [low, high] = [statistic(rank), statistic(next)];
    return low === high || share === 0 ? low : low + share * (high - low);
  });
}

/** Values in the order of `PERCENTILES` by their names. */
export function named<Value>(values: readonly Value[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(PERCENTILES.map((percent, k) => [String(percent), values[k]]));
}

/** The percentiles of ranked values by their names. */
export function namedPercentiles(count: number, statistic: (rank: number) => number): Percentiles {
  return named(interpolate(count, statistic));
}

function placeOf(percent: number, count: number): { rank: number; next: number; share: number } {
  const position = percent * (count - 1) / 100;
  const rank = Math.floor(position);
  return { rank, next: Math.min(rank + 1, count - 1), share: position - rank };
}
