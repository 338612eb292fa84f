import { doubtKind } from "../doubt_kind.ts";
import { named } from "../sentence_parts.ts";

/** Doubt about a file whose cells show different currencies, by marks such as € or by a column of codes. */
export const markedCurrencies = doubtKind<{ currencies: readonly string[] }>({
  id: "marked_currencies",
  severity: "check",
  meaning: "Marks of currencies in the cells of a file, or its column of currencies, speak of different currencies.",
  detail: (assets, { currencies }) =>
    `The cells${assets.length === 0 ? "" : ` of ${named(assets)}`} speak of ${currencies.join(" and ")}, and all ` +
    `prices are taken in one currency: send "currencies" with "exchange_rates", or convert them to one`,
});
