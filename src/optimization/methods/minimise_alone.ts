import type { WeightObjective } from "../weights/weight_objective.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { RiskContext, RiskMeasure } from "../risk/risk_measure.ts";

/**
 * Adds the expression of a measure for minimisation alone, `expressAlone`, to the objective of a program. Returns null
 * if the measure has none.
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
