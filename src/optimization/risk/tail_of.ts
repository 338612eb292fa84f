import type { Kernels } from "../../kernels/mod.ts";
import { weightedTail } from "../../measures/weighted_tail.ts";
import type { Problem } from "../problem.ts";

/**
 * Returns the value at risk and the conditional value at risk of losses, one for each row of returns, by the row
 * weights.
 */
export function tailOf(
  losses: Float64Array,
  { problem: { rowWeights }, confidence, kernels }: {
    readonly problem: Pick<Problem, "rowWeights">;
    readonly confidence: number;
    readonly kernels: Kernels;
  },
): { readonly valueAtRisk: number; readonly conditionalValueAtRisk: number } {
  if (rowWeights === undefined) return kernels.measures.tail(losses, confidence);
  return weightedTail({ losses, weights: rowWeights, share: (1 - confidence) * losses.length });
}
