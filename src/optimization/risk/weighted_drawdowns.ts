import { timesVector } from "../../domain/matrix.ts";
import type { Problem } from "../problem.ts";
import { historyOf } from "./risk_measure.ts";
import { roundingOf } from "./rounding_of.ts";
import { weighted } from "./weighted.ts";

/**
 * The slope by each asset of Σ shares[t] d_t, for drawdowns d_t of the cumulative sum of a portfolio's returns: each is
 * what the sum was at the peak before less what it is. Peaks that are alike to rounding share it evenly.
 */
export function weightedDrawdowns(weights: Float64Array, problem: Problem, shares: Float64Array): Float64Array {
  const returns = historyOf(problem);
  const onSums = sharesOfSums(timesVector(returns, weights), shares);
  // A sum has every return up to it.
  for (let t = onSums.length - 2; t >= 0; t--) onSums[t] += onSums[t + 1];
  return weighted(returns, onSums);
}

/** What Σ shares[t] d_t is of each cumulative sum. The initial peak, 0, has no slope. */
function sharesOfSums(series: Float64Array, shares: Float64Array): Float64Array {
  let sum = 0;
  const sums = series.map((x) => sum += x), near = roundingOf(sums);
  const onSums = shares.map((share) => -share);
  let highest = 0, peaks: number[] = [START], since = 0;
  const settle = (): void => {
    for (const peak of peaks) if (peak !== START) onSums[peak] += since / peaks.length;
    since = 0;
  };
  sums.forEach((value, t) => {
    if (value >= highest - near) {
      settle();
      peaks = value > highest + near ? [t] : [...peaks, t];
      highest = Math.max(highest, value);
    }
    since += shares[t];
  });
  settle();
  return onSums;
}

/** In place of a period: the start, at which nothing is gained or lost. */
const START = -1;
