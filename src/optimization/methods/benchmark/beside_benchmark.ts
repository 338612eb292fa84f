import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { Affine, Variables } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import type { Problem } from "../../problem.ts";
import { activeCovariance } from "../../risk/active_risk.ts";

/** A program over weights under the rules, and after them the part of the benchmark, a variable that is 1. */
export function besideBenchmark(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  program.variables(1, 1, 1);
  const scale = Affine.constant(1);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/** The same homogenised: weights times a scaling variable, which is the part of the benchmark. */
export function ratioBesideBenchmark(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  const scale = program.variables(1, 0).at(0);
  program.scaleBy(scale);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/**
 * Adds half the square of the tracking error, times that of the scale, to the objective of such a program: in
 * differences from a portfolio near the answer, where one is known, so that nothing of what it has in common with the
 * benchmark is in the objective, beside which the tracking error may be rounding.
 */
export function minimiseTrackingError(
  { program, weights, scale }: WeightProgram,
  problem: Problem,
  portfolio: Float64Array | null = null,
): void {
  const covariance = activeCovariance(problem, portfolio ?? new Float64Array(weights.count));
  if (portfolio === null) {
    program.minimizeQuadratic(new Variables(weights.offset, weights.count + 1), covariance);
    return;
  }
  const differences = program.variables(weights.count + 1);
  program.equal(differences.all(), Affine.stack([weights.all().minus(scale.spread(portfolio)), scale]));
  program.minimizeQuadratic(differences, covariance);
}
