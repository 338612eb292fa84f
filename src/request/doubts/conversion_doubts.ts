import type { Doubt } from "../../domain/doubt.ts";
import { converted } from "../../doubts/kinds/converted.ts";
import { conversionsOf } from "../conversion.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Returns a note for each currency from which own prices are converted. */
export function conversionDoubts({ request }: RequestFacts): readonly Doubt[] {
  const { history, base_currency: base } = request;
  if (history === null || base === undefined) return [];
  return conversionsOf(request, history.table).map(({ currency, assets, rates, filled }) => {
    const known = rates.filter((rate) => !Number.isNaN(rate));
    const least = known.reduce((one, other) => Math.min(one, other), Infinity);
    const most = known.reduce((one, other) => Math.max(one, other), 0);
    return converted.about(assets, { pointer: "/currencies", currency, base, least, most, filled });
  });
}
