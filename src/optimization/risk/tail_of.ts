import type { Kernels } from "../../kernels/mod.ts";
import { weightedTail } from "../../measures/weighted_tail.ts";
import type { Problem } from "../problem.ts";

/** The value at risk and the mean of the tail of losses, a row of returns each, by the weights of the rows. */
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
