import { doubtKind } from "../doubt_kind.ts";
import { counted, named } from "../sentence_parts.ts";

type Facts = { pointer: string; currency: string; base: string; least: number; most: number; filled: number };

/** Note that own prices are converted to another currency, by rates that were sent with them. */
export const converted = doubtKind<Facts>({
  id: "converted",
  severity: "note",
  meaning:
    "Own prices are converted to the base currency by the rates sent with them. A day without a rate takes the " +
    "last one of at most 5 days before.",
  detail: (assets, { currency, base, least, most, filled }) =>
    `${named(assets)} in ${currency}: converted to ${base} by the rates sent, ${shown(least, most)} for one ` +
    `${currency}${filled === 0 ? "" : `, on ${counted(filled, "day")} by the rate of a day before`}; where they are ` +
    `in ${base} already, leave them out of currencies`,
});

function shown(least: number, most: number): string {
  const [from, to] = [least, most].map((rate) => Number(rate.toPrecision(6)));
  return from === to ? `${from}` : `${from} to ${to}`;
}
