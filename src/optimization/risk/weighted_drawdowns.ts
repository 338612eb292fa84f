import { timesVector } from "../../domain/matrix.ts";
import type { Problem } from "../problem.ts";
import { historyOf } from "./risk_measure.ts";
import { roundingOf } from "./rounding_of.ts";
import { weighted } from "./weighted.ts";

/**
 * Returns the subgradient of Σ shares[t] d_t with respect to the weights. A drawdown d_t is the running maximum of the
 * cumulative return less the cumulative return. Peaks that are equal up to rounding share the slope evenly.
 */
export function weightedDrawdowns(weights: Float64Array, problem: Problem, shares: Float64Array): Float64Array {
  const returns = historyOf(problem);
  const onSums = sharesOfSums(timesVector(returns, weights), shares);
  // The cumulative return of a period contains all returns up to it: the coefficient of a return is the sum of those of
  // the cumulative returns from its period on.
  for (let t = onSums.length - 2; t >= 0; t--) onSums[t] += onSums[t + 1];
  return weighted(returns, onSums);
}

/**
 * Returns the coefficient of each cumulative return in Σ shares[t] d_t, d_t the drawdowns. The initial peak, 0, has no
 * slope.
 */
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

/** Index of the initial peak: the start, with a cumulative return of 0. */
const START = -1;
