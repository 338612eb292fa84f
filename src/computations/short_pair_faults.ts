import type { Fault } from "../domain/errors.ts";
import type { Matrix } from "../domain/matrix.ts";
import { counted } from "../doubts/sentence_parts.ts";
import { pairCounts } from "../estimation/pair_counts.ts";
import { estimatedPlaces } from "./estimated_places.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/**
 * Returns a fault of each method that estimates by pairs, and of the efficient frontier, where a pair of assets has
 * fewer returns in common than there are assets while another pair has enough.
 */
export function shortPairFaults(request: OptimizationInputs["request"], available: Matrix): readonly Fault[] {
  const { assets } = request;
  const { fewest, most } = pairCounts(available, assets);
  if (fewest.returns >= assets.length || most < assets.length) return [];
  const pair = fewest.assets.map((asset) => `"${asset}"`);
  const have = pair.length === 1 ? `${pair[0]} has only` : `${pair.join(" and ")} have only`;
  return estimatedPlaces(request).map(({ pointer, action }) => ({
    pointer,
    detail: `Cannot ${action} of ${counted(assets.length, "asset")} by pairs: ${have} ${
      counted(fewest.returns, "return")
    }${pair.length === 1 ? "" : " in common"}, others up to ${most}: leave one out, or give it a longer history`,
  }));
}
