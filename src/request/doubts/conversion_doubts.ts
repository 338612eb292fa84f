import type { Doubt } from "../../domain/doubt.ts";
import { converted } from "../../doubts/kinds/converted.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Returns a note for each currency from which own prices are converted. */
export function conversionDoubts({ request, conversions }: RequestFacts): readonly Doubt[] {
  const { base_currency: base } = request;
  if (base === undefined) return [];
  return conversions().map(({ currency, assets, least, most, filled }) =>
    converted.about(assets, { pointer: "/currencies", currency, base, least, most, filled })
  );
}
