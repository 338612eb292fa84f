import { daysSinceEpoch } from "./days_since_epoch.ts";
import type { Frequency } from "./frequency.ts";

/** Largest usual distance in days between the dates of a history of each frequency, with weekends and holidays. */
export const MOST_DAYS_APART: Readonly<Record<Frequency, number>> = { daily: 4, weekly: 10, monthly: 45, yearly: 400 };

/**
 * Returns the usual distance in days between neighbouring dates: their median, the larger of the two middle ones. Null
 * for no two different dates. Dates that are out of order or cannot be read do not count.
 */
export function usualDaysApart(dates: readonly string[]): number | null {
  const gaps = new Float64Array(dates.length);
  let count = 0, last = NaN;
  for (const date of dates) {
    const day = daysSinceEpoch(date);
    if (day - last > 0) gaps[count++] = day - last;
    last = day;
  }
  return gaps.subarray(0, count).sort()[count >> 1] ?? null;
}
