import type { WeightObjective } from "../weights/weight_objective.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { RiskContext, RiskMeasure } from "../risk/risk_measure.ts";

/**
 * Adds to a program over weights the least value of a measure of risk, by the expression that it has for this alone;
 * null where it has none.
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
