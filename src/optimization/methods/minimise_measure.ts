import type { WeightProgram } from "../program/weight_program.ts";
import type { RiskContext, RiskMeasure } from "../risk/risk_measure.ts";
import type { Minimised } from "./program_method.ts";

/** Adds to a program over weights the least value of a measure of risk, by its own objective where it has one. */
export function minimiseMeasure<Parameters>(
  measure: RiskMeasure<Parameters>,
  { program, weights }: WeightProgram,
  at: RiskContext<Parameters>,
): Minimised {
  const { unit } = at;
  const meaning = { name: measure.name, value: (found: Float64Array) => measure.value(found, at) };
  if (measure.minimise !== undefined) {
    const complete = measure.minimise(program, weights, at);
    // The objective is half the square of value / unit.
    return { ...meaning, complete, slope: (value) => value > 0 ? unit * (1 / (value / unit)) : 0 };
  }
  const { value, complete } = measure.express(program, weights, at);
  program.minimize(value);
  return { ...meaning, complete, slope: () => unit };
}
