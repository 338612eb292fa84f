import { placeBounds } from "../../hierarchy/place_bounds.ts";
import { canSumToOne, type Split, splitWeights } from "../../hierarchy/split_weights.ts";
import type { Problem } from "../../problem.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import type { Solution } from "../../solution.ts";
import { computed } from "../naive/computed.ts";

/**
 * Computes the weights of the assets, laid out in `order`, by splits within the weight bounds. The status is
 * `infeasible` if no weights within the bounds sum to 1.
 */
export function allocate(problem: Problem, order: Int32Array, splits: readonly Split[]): Solution {
  const bounds = placeBounds(problem, order);
  if (!canSumToOne(bounds)) return withoutWeights("infeasible");
  const placed = splitWeights(splits, bounds);
  const weights = new Float64Array(order.length);
  order.forEach((asset, place) => weights[asset] = placed[place]);
  return computed(weights);
}
