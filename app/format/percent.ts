import { numberFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

const FORMAT = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** Writes a fraction as percent with two decimals: 0.0833 as "8.33%". With `signed`, a gain has a plus. */
export function percent(
  fraction: number,
  { signed = false, locales = LOCALES }: { readonly signed?: boolean; readonly locales?: readonly string[] } = {},
): string {
  return numberFormatter(locales, { ...FORMAT, signDisplay: signed ? "exceptZero" : "negative" })
    .format(fraction);
}
