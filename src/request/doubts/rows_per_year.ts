import { MOST_DAYS_APART, usualDaysApart } from "../../domain/date_spacing.ts";
import { periodsPerYear } from "../../domain/frequency.ts";

/** Largest usual distance between dates in days, and the number of such rows in a year. */
const SPACINGS = [
  ...(["daily", "weekly", "monthly"] as const).map((one) => [MOST_DAYS_APART[one], periodsPerYear(one)] as const),
  [120, 4],
  [Infinity, 1],
] as const;

/** Returns how many rows of a history are about a year: 252, 52, 12, 4 or 1, by the usual distance of its dates. */
export function rowsPerYear(dates: readonly string[]): number {
  const usual = usualDaysApart(dates) ?? 1;
  return SPACINGS.find(([most]) => usual <= most)?.[1] ?? periodsPerYear("daily");
}
