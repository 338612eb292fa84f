import { DAY_MS } from "./instant.ts";

/** Number of days by which the last net asset value of a living fund may be older than its list. */
const LIVING_DAYS = 30;

/**
 * Returns the first day on which the last net asset value of a living fund may be, `YYYY-MM-DD`, from the day of the
 * list of funds. A fund whose last value is older, or that has none, counts as closed.
 */
export function livingSince(day: string): string {
  return new Date(Date.parse(day) - LIVING_DAYS * DAY_MS).toISOString().slice(0, 10);
}
