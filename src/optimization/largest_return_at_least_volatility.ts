import { dot } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import { volatilityOf } from "../measures/portfolio_volatility.ts";
import { efficientRisk } from "./methods/mean_variance/efficient_risk.ts";
import { minVolatility } from "./methods/mean_variance/min_volatility.ts";
import type { Problem } from "./problem.ts";
import type { Solution } from "./solution.ts";

/** A covariance of a smaller condition number has one portfolio of least volatility. */
const WELL_CONDITIONED = 1e8;

/** What the target of a volatility may be missed by gains less than this share of the largest expected return. */
const GAIN = 1e-5;

/**
 * Of the portfolios of least volatility that the rules allow the one that is expected to earn most: that of
 * min_volatility where there is one alone. Several have it where the covariance is singular.
 */
export function largestReturnAtLeastVolatility(problem: Problem, kernels: Kernels): Solution {
  const least = minVolatility.solve(problem, {}, kernels);
  const { expectedReturns, covariance, periodsPerYear } = problem;
  if (least.status !== "optimal" || least.weights === null) return least;
  const cholesky = kernels.linearAlgebra.cholesky(covariance);
  if (cholesky !== null && cholesky.conditionEstimate < WELL_CONDITIONED) return least;
  const target_volatility = volatilityOf(least.weights, covariance) * Math.sqrt(periodsPerYear);
  const best = efficientRisk.solve(problem, { target_volatility }, kernels);
  if (best.status !== "optimal" || best.weights === null) return least;
  const gained = dot(expectedReturns, best.weights) - dot(expectedReturns, least.weights);
  const largest = expectedReturns.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0);
  return gained > GAIN * largest ? best : least;
}
