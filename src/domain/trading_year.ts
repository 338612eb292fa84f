import { type Frequency, periodsPerYear } from "./frequency.ts";
import { weekdayOf } from "./weekday_of.ts";

/** Number of days in a year on a market that trades on all days of the week. */
const DAYS_OF_YEAR = 365;
/** Least share of the dates on Saturdays, and on Sundays, from which the market counts as one that is always open. */
const LEAST_WEEKEND_SHARE = 0.05;
const SATURDAY = 6, SUNDAY = 0;

/**
 * Whether dates are those of a market that trades on all days of the week: Saturdays and Sundays each are at least 5 %
 * of them. A market with a few sessions on Saturdays is not one.
 */
export function hasWeekends(dates: readonly string[]): boolean {
  let saturdays = 0, sundays = 0;
  for (const date of dates) {
    const weekday = weekdayOf(date);
    if (weekday === SATURDAY) saturdays++;
    else if (weekday === SUNDAY) sundays++;
  }
  return Math.min(saturdays, sundays) >= Math.max(1, LEAST_WEEKEND_SHARE * dates.length);
}

/**
 * Returns the number of periods in a year that follows from the dates of a history: 365 days on a market that trades on
 * all days of the week, else 252; 52 weeks or 12 months.
 */
export function periodsFromDates(dates: readonly string[], frequency: Frequency): number {
  return frequency === "daily" && hasWeekends(dates) ? DAYS_OF_YEAR : periodsPerYear(frequency);
}
