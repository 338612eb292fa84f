import type { RiskMeasure, RiskSource } from "./risk_measure.ts";
import { sharesOf } from "./shares_of.ts";

/**
 * What each weight adds to a measure of risk, w_i ∂ρ/∂w_i, as shares that sum to 1; null where the measure has no
 * gradient, is 0 to rounding, or needs a history that is not there.
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
