import { maximumNorm } from "../domain/matrix.ts";
import { leastRisk, type RiskComparison } from "./least_risk.ts";
import { efficientRisk } from "./methods/mean_variance/efficient_risk.ts";
import { minimiseMeasure } from "./methods/minimise_measure.ts";
import { largestBreach } from "./program/constrain_by_rules.ts";
import { hasCosts, netReturnOf } from "./program/net_return.ts";
import { variablesAt } from "./weights/starting_guess.ts";
import { weightProgram } from "./weights/weight_program.ts";
import { volatility } from "./risk/volatility.ts";
import type { Solution } from "./solution.ts";
import { facedProgram } from "./certify/optimal_face.ts";
import { PROOF } from "./certify/proof.ts";
import { solveProgram } from "./solve_program.ts";

/**
 * A covariance with a smaller condition number counts as positive definite: the portfolio of least volatility is then
 * unique.
 */
const WELL_CONDITIONED = 1e8;

/**
 * Smallest gain of expected return, relative to the largest expected return, that counts. A smaller one may come from
 * the tolerance of the risk.
 */
export const GAIN = 1e-5;

/** Two risks whose relative difference is at most this count as equal. */
const SAME_RISK = 1e-9;

/**
 * Maximises the expected return over the portfolios of least risk that the rules allow. The solution of `leastRisk` is
 * returned if the portfolio of least risk is unique. Several portfolios have the least risk if the covariance is
 * singular or the measure is piecewise linear.
 */
export function largestReturnAtLeastRisk(comparison: RiskComparison): Solution {
  const { problem } = comparison, { expectedReturns } = problem;
  const least = leastRisk(comparison);
  if (least.status !== "optimal" || least.weights === null) return least;
  const best = earningMost(comparison, least.weights);
  if (best === null) return least;
  const gained = netReturnOf(best, problem) - netReturnOf(least.weights, problem);
  const largest = maximumNorm(expectedReturns);
  return gained > GAIN * largest ? { ...least, weights: best } : least;
}

/**
 * Returns the weights of largest return on the optimal face of least risk; null if `least` is unique, or if no other
 * weights are proven.
 */
function earningMost(comparison: RiskComparison, least: Float64Array): Float64Array | null {
  if (!comparison.measure.needsHistory) return earningMostAtVariance(comparison, least);
  const { problem, measure, parameters, unit, kernels } = comparison;
  // The linear objective below leaves out the costs of trades.
  if (hasCosts(problem)) return null;
  const lowered = weightProgram(problem), { program: builder, weights, scale } = lowered;
  const source = { problem, parameters, kernels };
  minimiseMeasure(measure, lowered, { ...source, unit, scale });
  const program = builder.build();
  const guess = (): Float64Array => variablesAt(lowered, least);
  const { status, point } = solveProgram(program, kernels, { guess });
  const face = status === "optimal" && point !== null ? facedProgram(program, point) : null;
  if (face === null) return null;
  const linear = new Float64Array(program.size);
  problem.expectedReturns.forEach((mean, i) => linear[weights.offset + i] = -mean);
  const best = solveProgram({ ...face, linear }, kernels, { guess, purpose: "part" });
  if (best.status !== "optimal" || best.point === null) return null;
  const found = best.point.x.slice(weights.offset, weights.offset + weights.count);
  const [own, other] = [least, found].map((at) => measure.value(at, source));
  const isSame = other <= own + SAME_RISK * Math.max(Math.abs(own), unit);
  return isSame && largestBreach(found, problem) <= PROOF.primal ? found : null;
}

function earningMostAtVariance({ problem, kernels }: RiskComparison, least: Float64Array): Float64Array | null {
  const { covariance, periodsPerYear } = problem;
  const cholesky = kernels.linearAlgebra.cholesky(covariance);
  if (cholesky !== null && cholesky.conditionEstimate < WELL_CONDITIONED) return null;
  const own = volatility.value(least, { problem, parameters: {}, kernels });
  const best = efficientRisk.solve(problem, { target_volatility: own * Math.sqrt(periodsPerYear) }, kernels);
  return best.status === "optimal" ? best.weights : null;
}
