import { dot } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import { volatilityOf } from "../measures/portfolio_volatility.ts";
import { maximiseReturn, maxReturn } from "./methods/mean_variance/max_return.ts";
import { minimiseVolatility } from "./methods/mean_variance/min_volatility.ts";
import type { Problem } from "./problem.ts";
import { largestBreach } from "./program/constrain_by_rules.ts";
import { Affine } from "./program/program.ts";
import { supportRulesOf } from "./program/search_weights.ts";
import { solveWeights, weightProgram } from "./program/weight_program.ts";
import type { Solution } from "./solution.ts";
import { optimalFace } from "./solve/optimal_face.ts";
import { PROOF } from "./solve/proof.ts";
import { solveProgram } from "./solve/solve_program.ts";

/** A volatility that is less by a smaller share is the same. */
const SAME_VOLATILITY = 1e-9;

/** The share of the largest return that is left for rounding. */
const SAME_RETURN = 1e-9;

/**
 * Of the portfolios of the largest expected return that the rules allow the one of least volatility: that of max_return
 * where there is one alone. `not_proven` where it is not shown that no other of them is calmer.
 */
export function leastVolatilityAtLargestReturn(problem: Problem, kernels: Kernels): Solution {
  const best = maxReturn.solve(problem, {}, kernels);
  if (best.status !== "optimal" || best.weights === null) return best;
  const calmest = calmestOf(problem, best.weights, kernels);
  if (calmest === null) {
    return { ...best, status: "not_proven", detail: "The calmest portfolio of the largest return is not proven" };
  }
  const [own, least] = [best.weights, calmest].map((weights) => volatilityOf(weights, problem.covariance));
  return least < own * (1 - SAME_VOLATILITY) ? { ...best, weights: calmest } : best;
}

/** The least volatility of a return where rules say which weights are 0; null where it is not proven. */
function calmestHeld(problem: Problem, least: number, kernels: Kernels): Float64Array | null {
  const lowered = weightProgram(problem), { program, weights } = lowered;
  program.atMost(Affine.constant(least - SAME_RETURN * Math.abs(least)), weights.dot(problem.expectedReturns));
  const { status, weights: found } = solveWeights(lowered, minimiseVolatility(lowered, problem, kernels), {
    problem,
    kernels,
  });
  return status === "optimal" ? found : null;
}

/** The least volatility on the face of the largest return, null where it is not proven. */
function calmestOf(problem: Problem, best: Float64Array, kernels: Kernels): Float64Array | null {
  const { covariance, expectedReturns } = problem;
  if (supportRulesOf(problem) !== null) return calmestHeld(problem, dot(expectedReturns, best), kernels);
  const lowered = weightProgram(problem), { program: builder, weights } = lowered;
  maximiseReturn(lowered, problem);
  const program = builder.build();
  const { status, point } = solveProgram(program, kernels, { guess: () => pointAt(best) });
  if (status !== "optimal" || point === null) return null;
  const face = optimalFace(program, point);
  if (face === null) return null;
  const quadratic = [{ offset: weights.offset, size: weights.count, matrix: covariance, factor: 1 }];
  const calmest = solveProgram({ ...face, quadratic, linear: new Float64Array(program.size) }, kernels);
  if (calmest.status !== "optimal" || calmest.point === null) return null;
  const found = calmest.point.x.slice(weights.offset, weights.offset + weights.count);
  const size = expectedReturns.reduce((sum, mean, i) => sum + Math.abs(mean * best[i]), 0);
  const isLargest = dot(expectedReturns, found) >= dot(expectedReturns, best) - PROOF.gap * size;
  return isLargest && largestBreach(found, problem) <= PROOF.primal ? found : null;

  function pointAt(at: Float64Array): Float64Array {
    const guess = new Float64Array(builder.size).fill(NaN);
    guess.set(at, weights.offset);
    builder.settle(guess);
    return guess;
  }
}
