import { cornerPortfolios } from "../../../src/optimization/engines/critical_line/corner_portfolios.ts";
import type { WorkerRow } from "../row.ts";
import { benchProblem } from "./bench_problem.ts";

/**
 * Returns the benchmark row of every corner portfolio of the long-only efficient frontier, with proofs. Mean and
 * covariance are given.
 */
export function exactFrontierOf(assets: number): WorkerRow {
  return {
    id: `exact frontier n=${assets}`,
    shape: { assets, observations: 2_500 },
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels);
      return {
        run() {
          const found = cornerPortfolios(problem, kernels);
          const corners = found?.corners ?? [];
          const proven_optimal = found?.end === "reached" && corners.every(({ isProven }) => isProven);
          return () => ({ objective: corners.length, proven_optimal });
        },
        programs: [],
      };
    },
  };
}
