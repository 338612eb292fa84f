import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import { type Matrix, matrix } from "../../../domain/matrix.ts";
import { constrainByRules } from "../../program/constrain_by_rules.ts";
import { Affine, Variables } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import type { WeightProgram } from "../../program/weight_program.ts";
import type { Problem } from "../../problem.ts";
import { activeCovariance, trackingErrorOf } from "../../risk/active_risk.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";

/** The least tracking error that the rules allow. */
export const minTrackingError: Method<NoParameters> = defineProgramMethod({
  id: "min_tracking_error",
  group: "benchmark",
  documentation: {
    title: "Minimum tracking error",
    formula: "minimise sqrt((w - b)'S(w - b)) against weights b, std(x - b) (ddof 1) against a series",
    reference: "Roll (1992), A mean/variance analysis of tracking error, Journal of Portfolio Management 18",
    paragraph: "The portfolio within the rules that follows the benchmark most closely.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, observations: 2, benchmark: true }),
  enforces: () => ENFORCED.byRiskMinimisers,
}, {
  guesses: ["minimum_variance"],
  program: besideBenchmark,
  minimise({ program, weights }, { problem }) {
    program.minimizeQuadratic(new Variables(weights.offset, weights.count + 1), againstBenchmark(problem));
    return {
      name: "tracking_error",
      value: (found) => trackingErrorOf(found, problem),
      slope: (value) => value > 0 ? 1 / value : 0,
    };
  },
});

/** A program over weights with a variable after them that is 1, the part of the benchmark. */
function besideBenchmark(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  program.variables(1, 1, 1);
  const scale = Affine.constant(1);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/** M with (w, 1)'M(w, 1) the square of the tracking error of w. */
export function againstBenchmark(problem: Problem): Matrix {
  const { rows, columns, data } = activeCovariance(problem), last = columns - 1;
  return matrix(rows, columns, data.map((entry, k) => k % columns === last !== k >= rows * last ? -entry : entry));
}
