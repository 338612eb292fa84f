import type { WeightObjective } from "../weights/weight_objective.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { RiskContext, RiskMeasure } from "../risk/risk_measure.ts";

/**
 * Minimises a measure by its `expressAlone`: a smaller expression that equals the measure only where nothing but the
 * measure is minimised. Returns null if the measure has none.
 */
export function minimiseAlone<Parameters>(
  measure: RiskMeasure<Parameters>,
  { program, weights }: WeightProgram,
  at: RiskContext<Parameters>,
): WeightObjective | null {
  const expression = measure.expressAlone?.(program, weights, at);
  if (expression === undefined) return null;
  program.minimize(expression);
  return {
    name: measure.name,
    value: (found) => measure.value(found, at),
    slope: () => at.unit,
    ...measure.isNeverNegative && { least: 0 },
  };
}
