import { dot, timesVector } from "../../../domain/matrix.ts";
import type { Problem } from "../../problem.ts";
import { netReturnOf } from "../../program/net_return.ts";
import { largestBreach } from "../../program/constrain_by_rules.ts";
import { isNegligible } from "../../refine/solve_without_negligible.ts";
import { benchmarkReturnOf, trackingErrorOf } from "../../risk/active_risk.ts";
import type { Solution } from "../../solution.ts";
import { PROOF } from "../../certify/proof.ts";

/** A calmer portfolio counts as one of the largest ratio if its ratio is smaller by at most this share. */
const SAME_RATIO = 1e-9;

/**
 * Smallest multiple t of the active weights that `calmestOfRatio` tries, relative to the largest allowed one. Nearer to
 * the benchmark the ratio is rounding.
 */
const LEAST_PART = 0.01;

/** Numbers of bisection steps and of doublings in the search for the largest allowed multiple t (`furthest`). */
const HALVINGS = 50, DOUBLINGS = 20;

/**
 * Returns the portfolio of least volatility among those of the largest information ratio. If the rules allow the
 * benchmark's weights b, all allowed portfolios b + t (w - b) with t > 0 have the same ratio as the weights w of the
 * solution. The search covers t from a hundredth of the largest allowed t, because the ratio is undefined at t = 0.
 */
export function calmestOfRatio(solution: Solution, problem: Problem): Solution {
  const { status, weights, objective, certificate } = solution, { benchmark } = problem;
  if (status !== "optimal" || weights === null || certificate === null || objective === null) return solution;
  if (benchmark?.kind !== "weights" || !isAllowed(benchmark.weights, problem)) return solution;
  const from = benchmark.weights, direction = weights.map((weight, i) => weight - from[i]);
  const at = (multiple: number): Float64Array => cleared(from.map((weight, i) => weight + multiple * direction[i]));
  const most = furthest((multiple) => isAllowed(at(multiple), problem));
  const calmest = at(Math.min(Math.max(calmestPart(from, direction, problem), LEAST_PART * most), most));
  const ratio = (netReturnOf(calmest, problem) - benchmarkReturnOf(problem)) / trackingErrorOf(calmest, problem);
  if (!(ratio >= objective.value * (1 - SAME_RATIO)) || !isAllowed(calmest, problem)) return solution;
  return {
    ...solution,
    weights: calmest,
    objective: { ...objective, value: ratio },
    certificate: { ...certificate, primalResidual: Math.max(largestBreach(calmest, problem), 0) },
  };
}

function isAllowed(weights: Float64Array, problem: Problem): boolean {
  return largestBreach(weights, problem) <= PROOF.primal;
}

function cleared(weights: Float64Array): Float64Array {
  return weights.map((weight) => isNegligible(weight) ? 0 : weight);
}

/**
 * Returns the largest t at which `isAllowedAt` says that the portfolio b + t (w - b) of `calmestOfRatio` keeps the
 * rules. The rules must be convex and allow t = 1.
 */
function furthest(isAllowedAt: (multiple: number) => boolean): number {
  let low = 1, high = 2;
  for (let k = 0; k < DOUBLINGS && isAllowedAt(high); k++) [low, high] = [high, 2 * high];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (isAllowedAt(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The multiple t at which from + t direction has the least variance. */
function calmestPart(from: Float64Array, direction: Float64Array, { covariance }: Problem): number {
  const marginal = timesVector(covariance, direction), curvature = dot(direction, marginal);
  return curvature > 0 ? -dot(from, marginal) / curvature : 0;
}
