import { constrainByRules } from "../../../src/optimization/program/constrain_by_rules.ts";
import { maxSharpe } from "../../../src/optimization/methods/mean_variance/max_sharpe.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import { Affine, type Program } from "../../../src/optimization/program/program.ts";
import { ProgramBuilder } from "../../../src/optimization/program/program_builder.ts";
import type { WorkerRow } from "../row.ts";
import { benchProblem, judgeOf } from "./bench_problem.ts";

/**
 * Returns the benchmark row of the long-only portfolio with the largest Sharpe ratio. Mean and covariance are given.
 */
export function maxSharpeOf(assets: number): WorkerRow {
  return {
    id: `max_sharpe n=${assets}`,
    shape: { assets, observations: 2_500 },
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels);
      return {
        run: () => judgeOf(maxSharpe.solve(problem, {}, kernels)),
        programs: [tangencyProgram(problem)],
      };
    },
  };
}

/**
 * Returns the program of scaled weights with the least variance, whose mean is at least the largest absolute mean of an
 * asset. Its solution maximises the Sharpe ratio.
 */
function tangencyProgram(problem: Problem): Program {
  const { expectedReturns, covariance } = problem;
  const program = new ProgramBuilder();
  const weights = program.variables(expectedReturns.length);
  const scale = program.variables(1, 0).at(0);
  const unit = expectedReturns.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0);
  program.atMost(Affine.constant(1), weights.dot(expectedReturns).times(1 / unit));
  constrainByRules(program, weights, { problem, scale });
  program.minimizeQuadratic(weights, covariance);
  return program.build();
}
