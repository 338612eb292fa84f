import type { WeightObjective } from "../weights/weight_objective.ts";
import type { WeightProgram } from "../weights/weight_program.ts";
import type { RiskContext, RiskMeasure } from "../risk/risk_measure.ts";

/**
 * Adds a measure of risk to the minimised objective of a program, by the measure's own objective if it has one, else by
 * its expression.
 */
export function minimiseMeasure<Parameters>(
  measure: RiskMeasure<Parameters>,
  { program, weights }: WeightProgram,
  at: RiskContext<Parameters>,
): WeightObjective {
  const { unit } = at;
  const meaning = {
    name: measure.name,
    value: (found: Float64Array) => measure.value(found, at),
    ...measure.isNeverNegative && { least: 0 },
  };
  if (measure.minimise !== undefined) {
    measure.minimise(program, weights, at);
    if (measure.degree === 2) return { ...meaning, slope: () => 2 * unit ** 2 };
    // The program minimises f, half the square of value / unit, and the slope is the derivative of the value by f.
    return { ...meaning, slope: (value) => value > 0 ? unit * (1 / (value / unit)) : 0 };
  }
  program.minimize(measure.express(program, weights, at));
  return { ...meaning, slope: () => unit };
}
