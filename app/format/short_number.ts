import { numberFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

/** Below this size a number is written as a power of ten. */
const LEAST_PLAIN = 1e-3;

/** Writes a number of any size with at most six digits: 0.3 as "0.3", 0.00000012 as "1.2E-7". */
export function shortNumber(value: number, locales: readonly string[] = LOCALES): string {
  return value !== 0 && Math.abs(value) < LEAST_PLAIN
    ? numberFormatter(locales, { notation: "scientific", maximumFractionDigits: 1 }).format(value)
    : numberFormatter(locales, { maximumSignificantDigits: 6 }).format(value);
}
