import { timesVector } from "../../domain/matrix.ts";
import type { Problem } from "../problem.ts";
import type { Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { historyOf, type RiskContext } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

/** Adds how far each return of a portfolio lies below the risk-free rate, in units times the scale, 0 where above. */
export function shortfallsBelowRate(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit, scale }: RiskContext<unknown>,
): Variables {
  const excess = weights.mapped(historyOf(problem)).minus(scale.times(problem.riskFreeRate));
  return program.hinge(excess.times(-1 / unit));
}

/** The returns of a portfolio over the risk-free rate. */
export function excessSeries(weights: Float64Array, problem: Problem): Float64Array {
  return timesVector(historyOf(problem), weights).map((x) => x - problem.riskFreeRate);
}

/**
 * factor Σ_t shares[t] (r_t - rf), asset by asset: of weights that sum to 1 the excess returns of the assets make that
 * of the portfolio, so that slopes by them sum with the weights to the measure.
 */
export function slopesByExcess(shares: Float64Array, problem: Problem, factor: number): Float64Array {
  const ofRate = factor * problem.riskFreeRate * shares.reduce((sum, share) => sum + share, 0);
  return weighted(historyOf(problem), shares, factor).map((slope) => slope - ofRate);
}
