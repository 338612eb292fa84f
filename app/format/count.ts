import { numberFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

/** Writes a count, such as a number of runs: 12345 as "12,345". */
export function count(value: number, locales: readonly string[] = LOCALES): string {
  return numberFormatter(locales, { maximumFractionDigits: 0 }).format(value);
}
