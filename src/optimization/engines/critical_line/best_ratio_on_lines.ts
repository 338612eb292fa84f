import { dot, timesVector } from "../../../domain/matrix.ts";
import type { Problem } from "../../problem.ts";
import type { Corner } from "./corner_portfolios.ts";

/**
 * Returns the weights with the largest Sharpe ratio on the lines between corners, along which the ratio has one peak.
 * The peak is the best corner or on a segment beside it. On a segment from w to w + d the ratio at w + s d is (e + s
 * e') / sqrt(v + 2 s c + s² v'), with the excess return e and the variance v of w, the return e' and the variance v' of
 * d, and the covariance c of w and d. It peaks at s = (e' v - e c) / (e v' - e' c). Null if no corner earns more than
 * the risk-free rate.
 */
export function bestRatioOnLines(corners: readonly Corner[], problem: Problem): Float64Array | null {
  const ratios = corners.map((corner) => (corner.return - problem.riskFreeRate) / volatilityOf(corner.variance));
  const highest = ratios.reduce((best, ratio, k) => ratio > ratios[best] ? k : best, 0);
  if (!(ratios[highest] > 0)) return null;
  let best = { ratio: ratios[highest], weights: corners[highest].weights };
  for (const k of [highest, highest + 1]) {
    if (k < 1 || k >= corners.length) continue;
    const between = peakBetween(corners[k - 1], corners[k], problem);
    if (between !== null && between.ratio > best.ratio) best = between;
  }
  return best.weights;
}

function peakBetween(
  from: Corner,
  to: Corner,
  { covariance, riskFreeRate }: Problem,
): { readonly ratio: number; readonly weights: Float64Array } | null {
  const step = to.weights.map((weight, i) => weight - from.weights[i]), riskOfStep = timesVector(covariance, step);
  const gained = to.return - from.return, excess = from.return - riskFreeRate;
  const along = dot(riskOfStep, from.weights), across = dot(riskOfStep, step);
  const share = (gained * from.variance - excess * along) / (excess * across - gained * along);
  if (!(share > 0 && share < 1)) return null;
  return {
    ratio: (excess + share * gained) / volatilityOf(from.variance + 2 * share * along + share ** 2 * across),
    weights: from.weights.map((weight, i) => weight + share * step[i]),
  };
}

function volatilityOf(variance: number): number {
  return Math.sqrt(Math.max(0, variance));
}
