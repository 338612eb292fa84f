import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { Affine, Variables } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import type { Problem } from "../../problem.ts";
import { activeCovariance } from "../../risk/active_risk.ts";

/** A program over the weights under the rules, followed by a variable fixed at 1: the coefficient of the benchmark. */
export function besideBenchmark(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  program.variables(1, 1, 1);
  const scale = Affine.constant(1);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/** The same program homogenised. The scaling variable is the coefficient of the benchmark. */
export function ratioBesideBenchmark(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  const scale = program.variables(1, 0).at(0);
  program.scaleBy(scale);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/**
 * Adds half the squared tracking error, times the squared scale, to the objective of a program of this file. With a
 * `portfolio` near the optimum the objective is stated in differences from it. The part that the portfolio shares with
 * the benchmark then leaves the objective, where its rounding would exceed a small tracking error.
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
