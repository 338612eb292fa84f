import { numberFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Writes a size in bytes in the largest unit of a thousand that it fills: 1500000 as "1.5 MB". */
export function bytes(size: number, locales: readonly string[] = LOCALES): string {
  const step = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
  // The short name of the smallest unit has no plural: "0 byte".
  const unitDisplay = step === 0 ? "long" : "short";
  const format = { style: "unit", unit: UNITS[step], unitDisplay, maximumFractionDigits: 1 } as const;
  return numberFormatter(locales, format).format(size / 1_000 ** step);
}
