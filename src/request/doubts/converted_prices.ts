import { conversionsOf } from "../conversion.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { ConvertedPrices } from "../parts/history_facts.ts";

/** Returns the currencies from which a request's own prices are converted; none where they are not converted. */
export function convertedPrices(request: OptimizationRequest): readonly ConvertedPrices[] {
  const { history } = request;
  if (history === null) return [];
  return conversionsOf(request, history.table).map(({ currency, assets, rates, filled }) => {
    const known = rates.filter((rate) => !Number.isNaN(rate));
    const least = known.reduce((one, other) => Math.min(one, other), Infinity);
    const most = known.reduce((one, other) => Math.max(one, other), 0);
    return { currency, assets, least, most, filled };
  });
}
