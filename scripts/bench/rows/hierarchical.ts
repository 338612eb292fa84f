import type { Kernels } from "../../../src/kernels/mod.ts";
import type { Problem } from "../../../src/optimization/problem.ts";
import type { Judge, WorkerRow } from "../row.ts";
import { benchProblem, problemWith } from "./bench_problem.ts";
import { asInRun, covarianceByWorkers } from "./covariance.ts";
import { type MethodParameters, solvedBy, wordsOf } from "./method_of.ts";

const OBSERVATIONS = 2_500;

/** Returns the benchmark row of a hierarchical method with a given covariance. */
export function hierarchicalOf(method: string, assets: number, parameters: MethodParameters = {}): WorkerRow {
  return {
    id: `${method}${wordsOf(parameters)} n=${assets}`,
    shape: { assets, observations: OBSERVATIONS },
    prepare(returns, kernels) {
      const problem = benchProblem(returns, kernels);
      return { run: () => solved(method, problem, { parameters, kernels }), programs: [] };
    },
  };
}

/** Returns the benchmark row of a hierarchical method that also estimates mean and covariance from the returns. */
export function hierarchicalOfReturns(method: string, assets: number): WorkerRow {
  return {
    id: `${method} n=${assets} and its moments`,
    shape: { assets, observations: OBSERVATIONS },
    prepare(returns, kernels) {
      return {
        run: () => solved(method, benchProblem(returns, kernels), { parameters: {}, kernels }),
        programs: [],
      };
    },
  };
}

/** Returns the same benchmark row on two workers, which share the covariance as those of a run do. */
export function sharedHierarchicalOf(method: string, assets: number): WorkerRow {
  const alone = hierarchicalOfReturns(method, assets);
  return {
    ...alone,
    id: `${alone.id}, 2 workers`,
    workers: 2,
    prepare(given, kernels, helpers) {
      const returns = asInRun(given);
      return {
        async run() {
          const covariance = await covarianceByWorkers(returns, { kernels, helpers });
          return solved(method, problemWith(returns, covariance, { kernels }), { parameters: {}, kernels });
        },
        programs: [],
      };
    },
  };
}

/**
 * Solves a hierarchical method once. It follows a formula, so there is nothing to prove. Throws where it has no answer.
 */
function solved(
  id: string,
  problem: Problem,
  given: { readonly parameters: MethodParameters; readonly kernels: Kernels },
): Judge {
  const { status, detail } = solvedBy(id, problem, given);
  if (status !== "computed") throw new Error(`Cannot time ${id}, which is ${status}: ${detail}`);
  return () => ({ objective: null, proven_optimal: null });
}
