import type { LimitName } from "./problem.ts";

/** Digits of a limit that is shown. */
const DIGITS = 12;

/** What rounding may change, in the unit of a rule: less than that may be missed by. */
const ROUNDED_AWAY = 1e-10;

/**
 * A limit that can be met, as it is told in place of one that was sent: the shortest number that is as good, else to
 * the digits that count and to the looser side. No number on the other side is as good as a limit that is exact.
 */
export function shownLimit(
  limit: number,
  sent: number,
  { name, unit = 1, isExact = false }: {
    readonly name: LimitName;
    /** In which it may be missed. */
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
