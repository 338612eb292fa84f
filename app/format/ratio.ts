import { numberFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

const FORMAT = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "negative" } as const;

/** Writes a ratio, such as a Sharpe ratio, with two decimals: 1.5 as "1.50". */
export function ratio(value: number, locales: readonly string[] = LOCALES): string {
  return numberFormatter(locales, FORMAT).format(value);
}
