import { daysSinceEpoch } from "./days_since_epoch.ts";

const DAYS_OF_WEEK = 7, THURSDAY = 4;

/** Returns the day of the week of a date: 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  // 1970-01-01 was a Thursday.
  const weekday = (daysSinceEpoch(date) + THURSDAY) % DAYS_OF_WEEK;
  return weekday < 0 ? weekday + DAYS_OF_WEEK : weekday;
}
