import type { Matrix } from "../../../src/domain/matrix.ts";
import type { Kernels } from "../../../src/kernels/mod.ts";
import type { BoundRules, Problem } from "../../../src/optimization/problem.ts";
import type { Solution } from "../../../src/optimization/solution.ts";
import type { Judge } from "../row.ts";
import { benchAssets } from "./bench_assets.ts";

/** Returns a long-only problem of daily returns, with mean and covariance estimated from them. */
export function benchProblem(returns: Matrix, kernels: Kernels, rules: readonly BoundRules[] = []): Problem {
  return problemWith(returns, kernels.statistics.covariance(returns), { kernels, rules });
}

/** Returns a long-only problem of daily returns with their covariance and mean. */
export function problemWith(
  returns: Matrix,
  covariance: Matrix,
  { kernels, rules = [] }: { readonly kernels: Kernels; readonly rules?: readonly BoundRules[] },
): Problem {
  return {
    assets: benchAssets(returns.columns),
    returns,
    expectedReturns: kernels.statistics.means(returns),
    covariance,
    riskFreeRate: 0,
    periodsPerYear: 252,
    startingWeights: null,
    startingWeightOutside: 0,
    short: false,
    rules,
    benchmark: null,
    kernels,
    warmStart: null,
  };
}

/** Returns a function that judges a benchmark's solution: whether its certificate proves it optimal. */
export function judgeOf({ status, objective, certificate }: Solution): Judge {
  const proven_optimal = status === "optimal" && certificate !== null && certificate.provenOptimal;
  return () => ({ objective: objective?.value ?? null, proven_optimal });
}
