import { dot } from "../../../domain/matrix.ts";
import { volatilities } from "../../../measures/portfolio_volatility.ts";
import { standardDeviation } from "../../../measures/standard_deviation.ts";
import type { Problem } from "../../problem.ts";
import { netReturnOf } from "../../program/net_return.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { benchmarkReturnOf, trackingErrorOf } from "../../risk/active_risk.ts";
import type { Solution } from "../../solution.ts";
import { PROOF } from "../../certify/proof.ts";

/**
 * Shares of the volatility that active positions have each for itself: the first is rounding, for their variances
 * cancel to the last digit there, and of what is below the second rounding has the digits that a proof is about.
 */
const NO_RISK = 1e-7, UNCERTAIN_RISK = 1e-5;

/** Of what active positions earn, each in its direction: an active return of less is no more than what they leave. */
const UNCERTAIN_RETURN = 1e-5;

/**
 * The solution of an information ratio by its tracking error: one of which rounding is a part is not proven, and where
 * there is none at all the ratio has no maximum.
 */
export function judgeActiveRisk(solution: Solution, problem: Problem): Solution {
  const { weights } = solution;
  if (weights === null) return solution;
  const { risk, earned } = positionsOf(weights, problem), trackingError = trackingErrorOf(weights, problem);
  if (trackingError > UNCERTAIN_RISK * risk) return solution;
  const active = netReturnOf(weights, problem) - benchmarkReturnOf(problem);
  if (trackingError > NO_RISK * risk || active <= UNCERTAIN_RETURN * earned) return unproven(solution);
  return withoutWeights(
    "unbounded",
    "Some weights that meet the rules are expected to earn more than the benchmark without any tracking error",
  );
}

/**
 * Shares of the volatility that positions have each for itself: below the first their squares, which cancel, leave a
 * tracking error less than eight digits of sixteen; below the second it is rounding of returns and none can be less.
 */
const CANCELLING_RISK = 1e-4, ROUNDING_RISK = 1e-12;

/**
 * Whether variances of positions cancel so that a program in differences from a portfolio, or from the benchmark where
 * there is none, lacks digits of the tracking error that it has found.
 */
export function isCancelling({ weights }: Solution, problem: Problem, from: Float64Array | null): boolean {
  if (weights === null) return false;
  const { risk } = positionsOf(weights, problem), trackingError = trackingErrorOf(weights, problem);
  if (trackingError <= ROUNDING_RISK * risk) return false;
  const own = volatilities(problem.covariance);
  const apart = from === null ? risk : weights.reduce((sum, weight, i) => sum + Math.abs(weight - from[i]) * own[i], 0);
  return trackingError <= CANCELLING_RISK * apart;
}

/** Whether a solution follows the benchmark as closely as another, to what a proof allows and rounding of positions. */
export function isAsGood(solution: Solution, other: Solution, problem: Problem): boolean {
  if (solution.weights === null || other.weights === null) return other.weights === null;
  const most = trackingErrorOf(other.weights, problem), { risk } = positionsOf(other.weights, problem);
  return trackingErrorOf(solution.weights, problem) <= most * (1 + PROOF.gap) + ROUNDING_RISK * risk;
}

/** What active positions have of risk and of return, none of it cancelling. */
function positionsOf(weights: Float64Array, problem: Problem): { readonly risk: number; readonly earned: number } {
  const { benchmark, covariance, expectedReturns } = problem, own = volatilities(covariance);
  const means = expectedReturns.map(Math.abs);
  if (benchmark?.kind === "weights") {
    const positions = weights.map((weight, i) => Math.abs(weight - benchmark.weights[i]));
    return { risk: dot(positions, own), earned: dot(positions, means) };
  }
  const positions = weights.map(Math.abs);
  return {
    risk: dot(positions, own) + (benchmark === null ? 0 : standardDeviation(benchmark.returns)),
    earned: dot(positions, means) + Math.abs(benchmarkReturnOf(problem)),
  };
}

/** The same weights, without the claim that they are best. */
function unproven({ certificate, ...solution }: Solution): Solution {
  return {
    ...solution,
    status: "not_proven",
    detail: "The tracking error of the best weights found is so small compared with the volatility of their active " +
      "positions that it is partly rounding error",
    certificate: certificate && { ...certificate, provenOptimal: false },
  };
}
