import type { Frequency } from "../domain/frequency.ts";

const DAY_MS = 86_400_000;
/** Number of days from the preceding Monday to 1970-01-01, which was a Thursday. */
const DAYS_FROM_MONDAY_TO_EPOCH = 3;

/**
 * Returns a text that two dates share exactly if they are in the same period: the same day, ISO week (Monday to Sunday)
 * or calendar month.
 */
export function periodOf(date: string, frequency: Frequency): string {
  if (frequency === "daily") return date;
  if (frequency === "monthly") return date.slice(0, 7);
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  return String(Math.floor((day + DAYS_FROM_MONDAY_TO_EPOCH) / 7));
}
