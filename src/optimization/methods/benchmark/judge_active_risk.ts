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
 * Thresholds of `judgeActiveRisk` for the tracking error, relative to Σ |w_i - b_i| s_i for benchmark weights b and
 * volatilities s of the assets. Up to the first the tracking error is only rounding, because the variances cancel to
 * the last digit. Up to the second it has fewer digits than a proof needs.
 */
const NO_RISK = 1e-7, UNCERTAIN_RISK = 1e-5;

/**
 * Smallest active return that is certain, relative to the sum of the absolute returns of the active positions. A
 * smaller one may be rounding.
 */
const UNCERTAIN_RETURN = 1e-5;

/**
 * Returns a solution of the information ratio unchanged if its tracking error is well above rounding. Else the result
 * is `unbounded` if the tracking error is only rounding and the active return is not, because the ratio then has no
 * maximum. It is `not_proven` in any other case.
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
 * Thresholds of `isCancelling` for the tracking error, relative to the sum of the volatilities of the positions. Up to
 * the first the program, which squares the positions, finds fewer than eight of sixteen digits of the tracking error.
 * Up to the second the tracking error is rounding of the returns, and another program cannot reduce it. `isAsGood`
 * allows this rounding too.
 */
const CANCELLING_RISK = 1e-4, ROUNDING_RISK = 1e-12;

/**
 * Whether the variances of the positions cancel so far that the tracking error of a solution lacks digits. The
 * positions are differences from the portfolio `from`, or from the benchmark if it is null.
 */
export function isCancelling({ weights }: Solution, problem: Problem, from: Float64Array | null): boolean {
  if (weights === null) return false;
  const { risk } = positionsOf(weights, problem), trackingError = trackingErrorOf(weights, problem);
  if (trackingError <= ROUNDING_RISK * risk) return false;
  const own = volatilities(problem.covariance);
  const apart = from === null ? risk : weights.reduce((sum, weight, i) => sum + Math.abs(weight - from[i]) * own[i], 0);
  return trackingError <= CANCELLING_RISK * apart;
}

/**
 * Whether the tracking error of a solution is at most that of another, up to the gap of a proof and rounding of the
 * positions.
 */
export function isAsGood(solution: Solution, other: Solution, problem: Problem): boolean {
  if (solution.weights === null || other.weights === null) return other.weights === null;
  const most = trackingErrorOf(other.weights, problem), { risk } = positionsOf(other.weights, problem);
  return trackingErrorOf(solution.weights, problem) <= most * (1 + PROOF.gap) + ROUNDING_RISK * risk;
}

/** Sums of the absolute risks and absolute expected returns of the active positions, in which nothing cancels. */
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

/** The same weights with the status `not_proven`. */
function unproven({ certificate, ...solution }: Solution): Solution {
  return {
    ...solution,
    status: "not_proven",
    detail: "The tracking error of the best weights found is so small compared with the volatility of their active " +
      "positions that it is partly rounding error",
    certificate: certificate && { ...certificate, provenOptimal: false },
  };
}
