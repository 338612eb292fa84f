import { minVolatility } from "../../../src/optimization/methods/mean_variance/min_volatility.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import type { Program } from "../../../src/optimization/program/program.ts";
import { weightProgram } from "../../../src/optimization/weights/weight_program.ts";
import type { WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";

/** Returns the benchmark row of the long-only portfolio of least volatility. The covariance is given. */
export function minVolatilityOf(assets: number): WorkerRow {
  return {
    id: `min_volatility n=${assets}`,
    shape: { assets, observations: 2_500 },
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels);
      return {
        run: () => judgeOf(minVolatility.solve(problem, {}, kernels)),
        programs: [volatilityProgram(problem)],
      };
    },
  };
}

/** Returns the quadratic program of least variance under the rules of a problem. */
export function volatilityProgram(problem: Problem): Program {
  const { program, weights } = weightProgram(problem);
  program.minimizeQuadratic(weights, problem.covariance);
  return program.build();
}
