import { numberFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

/**
 * Writes an amount of money in its currency: 1234567 in INR as "₹12,34,567". Decimals are left out where the amount is
 * whole.
 */
export function money(amount: number, currency: string, locales: readonly string[] = LOCALES): string {
  return numberFormatter(moneyLocales(currency, locales), {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  }).format(amount);
}

/**
 * Returns the languages in which a reader has amounts of a currency. Who reads English reads rupees in lakhs and
 * crores, whatever English their browser asks for: most browsers in India ask for that of the United States.
 */
export function moneyLocales(currency: string, locales: readonly string[] = LOCALES): readonly string[] {
  const isEnglish = locales[0]?.startsWith("en") ?? true;
  return currency === "INR" && isEnglish ? ["en-IN"] : locales;
}
