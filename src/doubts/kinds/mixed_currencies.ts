import { doubtKind } from "../doubt_kind.ts";
import { named } from "../sentence_parts.ts";

/** Doubt about assets whose names speak of different currencies. */
export const mixedCurrencies = doubtKind<{ currencies: readonly string[] }>({
  id: "mixed_currencies",
  severity: "check",
  meaning: "The names of assets with own prices contain the words of different currencies.",
  detail: (assets, { currencies }) =>
    `The names of ${named(assets)} speak of ${currencies.join(" and ")}, and all prices are taken in one currency: ` +
    `send "currencies" with "exchange_rates", or convert them to one`,
});
