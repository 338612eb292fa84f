import { daysSinceEpoch } from "../domain/days_since_epoch.ts";
import type { Frequency } from "../domain/frequency.ts";
import { weekdayOf } from "../domain/weekday_of.ts";

const DAY_MS = 86_400_000;
/** Number of days from the preceding Monday to 1970-01-01, which was a Thursday. */
const DAYS_FROM_MONDAY_TO_EPOCH = 3;
const DAYS_OF_WEEK = 7;

/**
 * Returns a text that two dates share exactly if they are in the same period: the same day, ISO week (Monday to
 * Sunday), calendar month or year.
 */
export function periodOf(date: string, frequency: Frequency): string {
  if (frequency === "daily") return date;
  if (frequency === "monthly") return date.slice(0, 7);
  if (frequency === "yearly") return date.slice(0, 4);
  return String(Math.floor((daysSinceEpoch(date) + DAYS_FROM_MONDAY_TO_EPOCH) / DAYS_OF_WEEK));
}

/**
 * Returns the number of days in the period of a date that come after it (`after`) or before it, without Saturdays and
 * Sundays unless `weekends` says that the market trades on them.
 */
export function daysBeside(
  date: string,
  frequency: Frequency,
  { side, weekends }: { readonly side: "before" | "after"; readonly weekends: boolean },
): number {
  const period = periodOf(date, frequency), step = side === "after" ? 1 : -1;
  let days = 0;
  for (let day = daysSinceEpoch(date) + step;; day += step) {
    const other = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (periodOf(other, frequency) !== period) return days;
    const weekday = weekdayOf(other);
    if (weekends || (weekday !== 0 && weekday !== 6)) days++;
  }
}
