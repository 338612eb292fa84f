import { type Matrix, matrix } from "../../../domain/matrix.ts";
import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { Affine, Variables } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import type { WeightProgram } from "../../program/weight_program.ts";
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

/** Adds half the square of the tracking error, times that of the scale, to the objective of such a program. */
export function minimiseTrackingError({ program, weights }: WeightProgram, problem: Problem): void {
  program.minimizeQuadratic(new Variables(weights.offset, weights.count + 1), againstBenchmark(problem));
}

/** M with (w, 1)'M(w, 1) the square of the tracking error of w. */
function againstBenchmark(problem: Problem): Matrix {
  const { rows, columns, data } = activeCovariance(problem), last = columns - 1;
  return matrix(rows, columns, data.map((entry, k) => (k % columns === last) !== (k >= rows * last) ? -entry : entry));
}
