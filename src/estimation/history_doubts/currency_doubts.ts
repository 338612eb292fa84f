import type { Doubt } from "../../domain/doubt.ts";
import { mixedCurrencies } from "../../doubts/kinds/mixed_currencies.ts";
import type { OwnSeries } from "./own_series.ts";

/** Words of currencies in names, with the currency that they stand for. Pence and pounds are different units. */
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ..."USD EUR GBP JPY CHF CAD AUD NZD CNY HKD SGD SEK NOK DKK INR BRL ZAR KRW MXN PLN AED THB IDR TWD GBX"
    .split(" ").map((code) => [code, code] as const),
  ["GBp", "GBX"],
  ["$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["₹", "INR"],
]);

/**
 * Doubts assets whose names speak of different currencies. A name of currencies alone is one of a currency or of an
 * exchange rate, and says nothing.
 */
export function currencyDoubts({ kind, assets }: OwnSeries): readonly Doubt[] {
  if (kind === "returns") return [];
  const named = assets.flatMap((asset) => {
    const words = asset.match(/[$€£₹]|[A-Za-z0-9]+/g) ?? [];
    const found = [...new Set(words.flatMap((word) => CURRENCIES.get(word) ?? []))];
    return found.length === 1 && words.some((word) => !CURRENCIES.has(word)) ? [{ asset, currency: found[0] }] : [];
  });
  const currencies = [...new Set(named.map(({ currency }) => currency))];
  return currencies.length < 2 ? [] : [mixedCurrencies.about(named.map(({ asset }) => asset), { currencies })];
}
