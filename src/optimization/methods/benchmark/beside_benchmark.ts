import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { Affine, Variables } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import type { Problem } from "../../problem.ts";
import { activeCovariance } from "../../risk/active_risk.ts";

/**
 * Returns a program over the weights w under the rules and, after the weights, a variable c fixed at 1. The benchmark
 * counts c times, so that `minimiseTrackingError` can state the tracking error as a quadratic form of (w, c).
 */
export function besideBenchmark(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  program.variables(1, 1, 1);
  const scale = Affine.constant(1);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/**
 * Returns the homogenised program of a ratio: over y = c w and, after y, the scaling variable c ≥ 0, with every limit
 * of the rules times c. As in `besideBenchmark` the benchmark counts c times.
 */
export function ratioBesideBenchmark(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  const scale = program.variables(1, 0).at(0);
  program.scaleBy(scale);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/**
 * Adds half the squared tracking error, times c², to the objective of a program of this file, for its last variable c.
 * With a `portfolio` near the optimum the objective is stated in differences from it. The part that the portfolio
 * shares with the benchmark then leaves the objective, where its rounding would exceed a small tracking error.
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
