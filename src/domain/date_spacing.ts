import type { Frequency } from "./frequency.ts";
import { DAY_MS } from "./instant.ts";

/** Largest usual distance in days between the dates of a history of each frequency, with weekends and holidays. */
export const MOST_DAYS_APART: Readonly<Record<Frequency, number>> = { daily: 4, weekly: 10, monthly: 45, yearly: 400 };

/**
 * Returns the usual distance in days between neighbouring dates: their median, the larger of the two middle ones. Null
 * for no two different dates. Dates that are out of order or cannot be read do not count.
 */
export function usualDaysApart(dates: readonly string[]): number | null {
  const instants = Float64Array.from(dates, (date) => Date.parse(date));
  const gaps = instants.subarray(1).map((instant, i) => (instant - (instants[i] ?? instant)) / DAY_MS);
  const sorted = gaps.filter((gap) => gap > 0).sort();
  return sorted[sorted.length >> 1] ?? null;
}
