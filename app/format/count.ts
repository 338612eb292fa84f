import { LOCALES } from "./locale.ts";

/** Writes a count, such as a number of runs: 12345 as "12,345". */
export function count(value: number, locales: readonly string[] = LOCALES): string {
  return new Intl.NumberFormat([...locales], { maximumFractionDigits: 0 }).format(value);
}
