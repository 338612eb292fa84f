const DAY_MS = 86_400_000;
/** Largest median distance between dates in days, and the number of such rows in a year. */
const SPACINGS = [[4, 252], [10, 52], [45, 12], [120, 4], [Infinity, 1]] as const;

/** Returns how many rows of a history are about a year: 252, 52, 12, 4 or 1, by the median distance of its dates. */
export function rowsPerYear(dates: readonly string[]): number {
  const instants = dates.map((date) => Date.parse(date));
  const gaps = instants.slice(1).map((instant, i) => (instant - (instants[i] ?? NaN)) / DAY_MS).sort((a, b) => a - b);
  const median = gaps[gaps.length >> 1] ?? 1;
  return SPACINGS.find(([most]) => median <= most)?.[1] ?? 252;
}
