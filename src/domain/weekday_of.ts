const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7, THURSDAY = 4;

/** Returns the day of the week of a date: 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  // 1970-01-01 was a Thursday.
  const weekday = (Date.parse(`${date}T00:00:00Z`) / DAY_MS + THURSDAY) % DAYS_OF_WEEK;
  return weekday < 0 ? weekday + DAYS_OF_WEEK : weekday;
}
