import { dot } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import { largestReturnAtLeastVolatility } from "./largest_return_at_least_volatility.ts";
import { leastVolatilityAtLargestReturn } from "./least_volatility_at_largest_return.ts";
import { minimiseVolatility } from "./methods/mean_variance/min_volatility.ts";
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

/** Share of the largest return that the points before the last may come near: nearer, the rules leave no room. */
const ROOM = 1e-8;

/** The points, and why there are none or which are not proven. */
export interface Frontier {
  readonly points: readonly FrontierPoint[] | null;
  readonly detail: string | null;
}

/**
 * The efficient frontier under the rules of a problem: `count` portfolios evenly spaced in expected return, from that
 * of least volatility to the largest. The first is the one that earns most at the least volatility, the last the
 * calmest of the largest return, each by its own solve. Each between starts from its neighbour; `onPoint` is called
 * before each point but the first.
 */
export function efficientFrontier(
  problem: Problem,
  count: number,
  kernels: Kernels,
  onPoint: () => void = () => undefined,
): Frontier {
  const calmest = largestReturnAtLeastVolatility(problem, kernels);
  const highest = leastVolatilityAtLargestReturn(problem, kernels);
  const unsolved = [calmest, highest].find(({ weights }) => weights === null);
  if (unsolved || calmest.weights === null || highest.weights === null) {
    return { points: null, detail: unsolved?.detail ?? "The ends of the frontier cannot be computed" };
  }
  const from = dot(problem.expectedReturns, calmest.weights), to = dot(problem.expectedReturns, highest.weights);
  const points: FrontierPoint[] = [pointOf(calmest.weights, problem)], unproven: number[] = [];
  if (calmest.status !== "optimal") unproven.push(0);
  for (let k = 1; k < count; k++) {
    onPoint();
    const target = Math.min(from + (to - from) * (k / (count - 1)), to - ROOM * Math.abs(to));
    const near = { ...problem, warmStart: points[k - 1].weights };
    const { status, weights, detail } = k === count - 1
      ? highest
      : target <= from
      ? calmest
      : leastVolatilityAt(near, target, kernels);
    if (weights === null) return { points: null, detail: detail ?? "A point of the frontier cannot be computed" };
    points.push(pointOf(weights, problem));
    if (status !== "optimal") unproven.push(k);
  }
  return { points, detail: unproven.length === 0 ? null : notProven(unproven, count) };
}

/** Which points are not proven, counted from 1, those in a row by the first and the last of them. */
function notProven(places: readonly number[], count: number): string {
  const runs: { first: number; last: number }[] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run?.last === place) run.last = place + 1;
    else runs.push({ first: place + 1, last: place + 1 });
  }
  const named = runs.map(({ first, last }) => first === last ? `${first}` : `${first} to ${last}`).join(", ");
  const subject = places.length === 1 ? `Point ${named} of ${count} is` : `Points ${named} of ${count} are`;
  return `${subject} not proven optimal, the first being that of least volatility`;
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
