import type { Frequency } from "../domain/frequency.ts";
import { daysBeside } from "./period.ts";

/** Number of days at the end of a period that may lack a row beyond the usual number, because they may be holidays. */
const MAY_BE_HOLIDAYS: Readonly<Record<Frequency, number>> = { daily: 0, weekly: 0, monthly: 1, yearly: 1 };
/** Number of periods from which the usual number of days without a row is taken. */
const MOST_COMPARED = 60;

/**
 * Whether the last (or `first`) period of a history is partial: more days of the period lack a row after its last (or
 * before its first) date than usual in the other periods, where a holiday may be one of them. Daily periods are never
 * partial.
 *
 * @param dates The last (or first) date of each period, ascending.
 */
export function isPartial(
  dates: readonly string[],
  frequency: Frequency,
  { side, weekends }: { readonly side: "first" | "last"; readonly weekends: boolean },
): boolean {
  if (frequency === "daily" || dates.length === 0) return false;
  const sorted = side === "last" ? dates : dates.toReversed();
  const missing = (date: string): number =>
    daysBeside(date, frequency, { side: side === "last" ? "after" : "before", weekends });
  const usual = median(sorted.slice(0, -1).slice(-MOST_COMPARED).map(missing));
  return missing(sorted[sorted.length - 1]) > usual + MAY_BE_HOLIDAYS[frequency];
}

function median(counts: readonly number[]): number {
  return counts.length === 0 ? 0 : counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)];
}
