import { numberFormatter } from "./formatters.ts";
import { LOCALES } from "./locale.ts";

/**
 * Writes an amount of money in its currency: 1234567 in INR as "₹12,34,567". Decimals are left out where the amount is
 * whole. Who reads English reads rupees in lakhs and crores, whatever English their browser asks for: most browsers in
 * India ask for that of the United States.
 */
export function money(amount: number, currency: string, locales: readonly string[] = LOCALES): string {
  const isEnglish = locales[0]?.startsWith("en") ?? true;
  const chosen = currency === "INR" && isEnglish ? ["en-IN"] : [...locales];
  return numberFormatter(chosen, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" })
    .format(amount);
}
