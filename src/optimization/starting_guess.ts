import type { Core } from "../kernels/types.ts";
import type { Problem } from "./problem.ts";
import type { WeightProgram } from "./weight_program.ts";

/** A guess of all variables of a program from weights; NaN where nothing is known. */
export function guessFrom({ program, weights }: WeightProgram, values: Float64Array): Float64Array {
  const guess = new Float64Array(program.size).fill(NaN);
  guess.set(values, weights.offset);
  return guess;
}

/** The long-only weights of least volatility, whatever the rules: most measures of risk agree on what is calm. */
export function calmWeights({ assets, covariance }: Problem, core: Core): Float64Array {
  const n = assets.length;
  const { x } = core.solveBoxQuadratic({
    P: covariance,
    q: new Float64Array(n),
    budget: 1,
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(Infinity),
  });
  return x;
}

/**
 * The long-only weights of largest Sharpe ratio, whatever the rules: proportional to the y ≥ 0 that maximise excess'y - ½ y'Sy. Null where
 * nothing earns more than the risk-free rate, or the maximum is not bounded.
 */
export function tangencyWeights(problem: Problem, core: Core): Float64Array | null {
  const { assets, covariance, expectedReturns, riskFreeRate } = problem;
  const n = assets.length;
  const { status, x } = core.solveBoxQuadratic({
    P: covariance,
    q: expectedReturns.map((mean) => riskFreeRate - mean),
    budget: null,
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(Infinity),
  });
  const sum = x.reduce((total, entry) => total + entry, 0);
  return status === "optimal" && sum > 0 ? x.map((entry) => entry / sum) : null;
}
