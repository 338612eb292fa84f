import type { RiskMeasure, RiskSource } from "./risk_measure.ts";
import { sharesOf } from "./shares_of.ts";

/**
 * The contribution of each weight to a measure of risk, w_i ∂ρ/∂w_i, as shares that sum to 1. Null if the measure has
 * no gradient, is 0 up to rounding, or needs a missing history.
 */
export function contributionsTo<Parameters>(
  measure: Pick<RiskMeasure<Parameters>, "needsHistory" | "gradient">,
  weights: Float64Array,
  at: RiskSource<Parameters>,
): Float64Array | null {
  if (measure.needsHistory && at.problem.returns === null) return null;
  const gradient = measure.gradient(weights, at);
  return gradient && sharesOf(gradient.map((slope, i) => slope * weights[i]));
}
