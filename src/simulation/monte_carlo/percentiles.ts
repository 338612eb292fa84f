import type { Percentiles } from "./path_figures.ts";

/** Percentiles that are reported of every simulated distribution, in percent. */
export const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;

/** Returns the ranks (from 0, ascending) of the sorted values between which the percentiles of `count` values lie. */
export function percentileRanks(count: number): Int32Array {
  const ranks = PERCENTILES.flatMap((percent) => [placeOf(percent, count).rank, placeOf(percent, count).next]);
  return Int32Array.from([...new Set(ranks)].sort((a, b) => a - b));
}

/**
 * Returns the percentiles of values in the order of `PERCENTILES`. They are interpolated linearly between order
 * statistics (position p (n - 1) / 100, the default of NumPy).
 */
export function interpolate(count: number, statistic: (rank: number) => number): number[] {
  return PERCENTILES.map((percent) => {
    const { rank, next, share } = placeOf(percent, count);
    const [low, high] = [statistic(rank), statistic(next)];
    return low === high || share === 0 ? low : low + share * (high - low);
  });
}

/** Returns percentile values, given in the order of `PERCENTILES`, as an object keyed by percentile. */
export function named<Value>(values: readonly Value[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(PERCENTILES.map((percent, k) => [String(percent), values[k]]));
}

/** Returns the percentiles of values that a function returns by rank, as an object keyed by percentile. */
export function namedPercentiles(count: number, statistic: (rank: number) => number): Percentiles {
  return named(interpolate(count, statistic));
}

function placeOf(percent: number, count: number): { rank: number; next: number; share: number } {
  const position = percent * (count - 1) / 100;
  const rank = Math.floor(position);
  return { rank, next: Math.min(rank + 1, count - 1), share: position - rank };
}
