import { dot } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import { maxReturn } from "./methods/mean_variance/max_return.ts";
import { minimiseVolatility, minVolatility } from "./methods/mean_variance/min_volatility.ts";
import type { Problem } from "./problem.ts";
import type { Solution } from "./solution.ts";
import { startingGuess } from "./program/starting_guess.ts";
import { volatilityOf } from "../measures/portfolio_volatility.ts";
import { solveWeights, weightProgram } from "./program/weight_program.ts";

/** A portfolio of least volatility for its return; both annual. */
export interface FrontierPoint {
  readonly return: number;
  readonly volatility: number;
  readonly weights: Float64Array;
}

/** Share of the largest return that the last point may fall short by. */
const ROOM = 1e-8;

/** The points, and why there are none or which are not proven. */
export interface Frontier {
  readonly points: readonly FrontierPoint[] | null;
  readonly detail: string | null;
}

/**
 * The efficient frontier under the rules of a problem: `count` portfolios evenly spaced in expected return, from that
 * of least volatility to the largest. Each solve starts from its neighbour; `onPoint` is called before each point but
 * the first.
 */
export function efficientFrontier(
  problem: Problem,
  count: number,
  kernels: Kernels,
  onPoint: () => void = () => undefined,
): Frontier {
  const minimumVariance = minVolatility.solve(problem, {}, kernels);
  const maximumReturn = maxReturn.solve(problem, {}, kernels);
  const unsolved = [minimumVariance, maximumReturn].find(({ weights }) => weights === null);
  if (unsolved || minimumVariance.weights === null || maximumReturn.weights === null) {
    return { points: null, detail: unsolved?.detail ?? "The ends of the frontier cannot be computed" };
  }
  const from = dot(problem.expectedReturns, minimumVariance.weights);
  const to = dot(problem.expectedReturns, maximumReturn.weights);
  const points: FrontierPoint[] = [pointOf(minimumVariance.weights, problem)];
  let unproven = minimumVariance.status === "optimal" ? 0 : 1;
  for (let k = 1; k < count; k++) {
    onPoint();
    // At the largest return itself the rules may leave no room at all, not even for weights that count as 0.
    const target = Math.min(from + (to - from) * (k / (count - 1)), to - ROOM * Math.abs(to));
    const { status, weights, detail } = leastVolatilityAt(
      { ...problem, warmStart: points[k - 1].weights },
      target,
      kernels,
    );
    if (weights === null) return { points: null, detail: detail ?? "A point of the frontier cannot be computed" };
    points.push(pointOf(weights, problem));
    if (status !== "optimal") unproven++;
  }
  return { points, detail: unproven === 0 ? null : `${unproven} of ${count} points are not proven optimal` };
}

function leastVolatilityAt(problem: Problem, target: number, kernels: Kernels): Solution {
  const lowered = weightProgram(problem);
  lowered.program.atMost(lowered.scale.times(target), lowered.weights.dot(problem.expectedReturns));
  const minimised = minimiseVolatility(lowered, problem, kernels);
  const guess = (): Float64Array => startingGuess(lowered, problem, { kernels, guesses: [] });
  return solveWeights(lowered, minimised, { problem, kernels, guess });
}

function pointOf(weights: Float64Array, { expectedReturns, covariance, periodsPerYear }: Problem): FrontierPoint {
  return {
    return: dot(expectedReturns, weights) * periodsPerYear,
    volatility: volatilityOf(weights, covariance) * Math.sqrt(periodsPerYear),
    weights,
  };
}
