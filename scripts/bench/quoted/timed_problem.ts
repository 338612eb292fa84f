import type { Kernels } from "../../../src/kernels/mod.ts";
import { minCvar } from "../../../src/optimization/methods/downside/min_cvar.ts";
import type { Solution } from "../../../src/optimization/solution.ts";
import { factorMarket } from "../factor_market.ts";
import { medianOf } from "../quantile_of.ts";
import { benchProblem } from "../rows/bench_problem.ts";
import type { QuotedProblem } from "./quoted_figures.ts";

/** Own times of a problem in seconds, with the answer whose certificate is shown beside them. */
export interface TimedProblem {
  readonly first: number;
  readonly median: number;
  readonly solution: Solution;
}

/**
 * Solves a problem on simulated scenarios once and then `runs` times more. `first` is the time of the first solve,
 * `median` that of the others. The scenarios and the moments are made before the clock starts.
 */
export function timedProblem(
  { shape }: QuotedProblem,
  { kernels, runs }: { readonly kernels: Kernels; readonly runs: number },
): TimedProblem {
  const problem = benchProblem(factorMarket(shape), kernels);
  const solve = () => {
    const began = performance.now();
    const solution = minCvar.solve(problem, { confidence: 0.95 }, kernels);
    return { seconds: (performance.now() - began) / 1_000, solution };
  };
  const { seconds: first, solution } = solve();
  return { first, median: medianOf(Array.from({ length: runs }, () => solve().seconds)), solution };
}
