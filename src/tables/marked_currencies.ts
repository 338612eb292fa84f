import type { Doubt } from "../domain/doubt.ts";
import { markedCurrencies } from "../doubts/kinds/marked_currencies.ts";
import type { TableRows } from "./table_rows.ts";

/** Code of the currency that a mark stands for. */
const CURRENCY_OF: ReadonlyMap<string, string> = new Map([
  ["₹", "INR"],
  ["rs", "INR"],
  ["rs.", "INR"],
  ["rupees", "INR"],
  ["$", "USD"],
  ["us$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
]);

/**
 * Returns the code of the currency that a mark or a code in a cell stands for. British pence are a currency of their
 * own.
 */
function currencyOf(mark: string): string {
  if (mark === "GBp") return "GBX";
  return CURRENCY_OF.get(mark.toLowerCase()) ?? mark.toUpperCase();
}

/**
 * Doubts prices whose cells speak of different currencies: by their marks, or by `codes`, the texts of a column of
 * currencies with the first asset of each.
 */
export function currencyMarkDoubts(
  rows: TableRows,
  { codes, isLong }: { readonly codes: ReadonlyMap<string, string>; readonly isLong: boolean },
): readonly Doubt[] {
  const found = new Map([...codes].map(([code, asset]) => [currencyOf(code), [asset]]));
  rows.numbers.forEach(({ currencies }, at) => {
    for (const mark of currencies.keys()) {
      const code = currencyOf(mark), names = found.get(code) ?? [];
      found.set(code, isLong ? names : [...names, rows.names[at] ?? ""]);
    }
  });
  if (found.size < 2) return [];
  return [markedCurrencies.about([...found.values()].flat(), { currencies: [...found.keys()] })];
}
