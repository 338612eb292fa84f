import type { LimitName } from "./problem.ts";

/** Largest number of significant digits of a shown limit. */
const DIGITS = 12;

/** Largest change of a limit by rounding, in the unit of its rule. It is less than a proof allows as a breach. */
const ROUNDED_AWAY = 1e-10;

/**
 * Rounds a feasible limit that a report or a sentence shows in place of the limit `sent`, which conflicts with other
 * rules. Returns 0 if the limit is negligible beside `sent`, else the shortest decimal number within `ROUNDED_AWAY` of
 * it, else the limit rounded to 12 digits towards the looser side. With `isExact` the shown limit is never stricter
 * than the limit, and is not replaced by 0.
 */
export function shownLimit(
  limit: number,
  sent: number,
  { name, unit = 1, isExact = false }: {
    readonly name: LimitName;
    /** Unit of the rule, in which the change by rounding is measured; 1 if absent. */
    readonly unit?: number;
    readonly isExact?: boolean;
  },
): number {
  if (!isExact && Math.abs(limit) <= ROUNDED_AWAY * Math.abs(sent)) return 0;
  const near = Number(limit.toPrecision(DIGITS)), sign = name === "min" ? -1 : 1;
  const missed = (shown: number): number => sign * (limit - shown);
  for (let digits = 1; digits <= DIGITS; digits++) {
    const short = Number(limit.toPrecision(digits));
    if (Math.abs(limit - short) <= ROUNDED_AWAY * unit && !(isExact && missed(short) > 0)) return short;
  }
  if (missed(near) <= 0) return near;
  const digit = 10 ** (Math.floor(Math.log10(Math.abs(limit))) + 1 - DIGITS);
  return Number((near + sign * digit).toPrecision(DIGITS));
}
