import type { Fault } from "../domain/errors.ts";
import type { Matrix } from "../domain/matrix.ts";
import { counted } from "../doubts/sentence_parts.ts";
import { LEAST_OBSERVATIONS } from "../estimation/least_observations.ts";
import { type PairCounts, pairCounts } from "../estimation/pair_counts.ts";
import { estimatedPlaces, readsHistory } from "./estimated_places.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/**
 * Returns a fault of each method that estimates by pairs, and of the efficient frontier, where a pair of assets has
 * fewer returns in common than there are assets while another pair has enough. A pair that has too few for a variance
 * is refused whatever the methods.
 */
export function shortPairFaults(request: OptimizationInputs["request"], available: Matrix): readonly Fault[] {
  const { assets } = request;
  const { fewest, most } = pairCounts(available, assets);
  if (fewest.returns < LEAST_OBSERVATIONS && readsHistory(request)) {
    const detail = `Cannot estimate by pairs from fewer than ${LEAST_OBSERVATIONS} returns: ${
      pairSentence(fewest)
    }, others up to ${most}: leave one out, or give it a longer history`;
    return [{ pointer: "/history", detail }];
  }
  if (fewest.returns >= assets.length || most < assets.length) return [];
  return estimatedPlaces(request).map(({ pointer, action }) => ({
    pointer,
    detail: `Cannot ${action} of ${counted(assets.length, "asset")} by pairs: ${
      pairSentence(fewest)
    }, others up to ${most}: leave one out, or give it a longer history`,
  }));
}

/** Says how few returns the shortest pair of assets has. */
function pairSentence({ assets, returns }: PairCounts["fewest"]): string {
  const [first, second] = assets.map((asset) => `"${asset}"`), count = counted(returns, "return");
  return second === undefined ? `${first} has only ${count}` : `${first} and ${second} have only ${count} in common`;
}
