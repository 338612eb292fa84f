import type { Kernels } from "../../../kernels/mod.ts";
import { chosenMeasure, type NamedClusterMeasure } from "../../hierarchy/cluster_measure_choice.ts";
import type { Problem } from "../../problem.ts";
import { sharesOf } from "../../risk/shares_of.ts";

/** What each weight adds to the measure that weights were split by, as shares that sum to 1; null where none do. */
export function contributionsByMeasure(
  problem: Problem,
  weights: Float64Array,
  named: NamedClusterMeasure,
  kernels: Kernels,
): Float64Array | null {
  const { measure, parameters } = chosenMeasure(named);
  if (measure.needsHistory && problem.returns === null) return null;
  const gradient = measure.gradient(weights, { problem, parameters, kernels });
  return gradient && sharesOf(gradient.map((slope, i) => slope * weights[i]));
}
