import { mean } from "./mean.ts";

/**
 * Rounding error of a simple return x, computed as `P_t / P_(t-1) - 1` from prices P, as a fraction of 1 + |x|, with
 * some margin. Steady growth thus counts as constant.
 */
const ROUNDING_OF_A_RETURN = 2 ** -49;

/**
 * Returns the sample standard deviation (ddof 1) of a series per period; 0 without variation, NaN for fewer than two
 * values.
 */
export function standardDeviation(series: Float64Array): number {
  if (series.length < 2) return NaN;
  if (!varies(series)) return 0;
  return standardDeviationBy(centralMoment(deviationsOf(series, mean(series)), 2), series.length);
}

/** Returns the sample standard deviation of two or more values from their second central moment. */
export function standardDeviationBy(secondMoment: number, count: number): number {
  return Math.sqrt(secondMoment * (count / (count - 1)));
}

/** Returns the deviations of a series from its mean. */
export function deviationsOf(series: Float64Array, mean: number): Float64Array {
  const deviations = new Float64Array(series.length);
  for (let t = 0; t < series.length; t++) deviations[t] = series[t] - mean;
  return deviations;
}

/** Returns the central moment of a given order: the mean of the deviations from the mean raised to that power. */
export function centralMoment(deviations: Float64Array, order: 2 | 3 | 4): number {
  return MOMENTS[order](deviations) / deviations.length;
}

/**
 * Functions that sum powers of deviations, one with its own loop for each order. A loop that branches on the order
 * takes three times as long.
 */
const MOMENTS = {
  2(deviations: Float64Array): number {
    let sum = 0;
    for (let t = 0; t < deviations.length; t++) sum += deviations[t] * deviations[t];
    return sum;
  },
  3(deviations: Float64Array): number {
    let sum = 0;
    for (let t = 0; t < deviations.length; t++) sum += deviations[t] * deviations[t] * deviations[t];
    return sum;
  },
  4(deviations: Float64Array): number {
    let sum = 0;
    for (let t = 0; t < deviations.length; t++) {
      const square = deviations[t] * deviations[t];
      sum += square * square;
    }
    return sum;
  },
} as const;

/** Whether the values of a series differ by more than the rounding of simple returns, `P_t / P_(t-1) - 1`. */
export function varies(series: Float64Array): boolean {
  let least = Infinity;
  let largest = -Infinity;
  for (let t = 0; t < series.length; t++) {
    if (series[t] < least) least = series[t];
    if (series[t] > largest) largest = series[t];
  }
  const size = Math.max(Math.abs(least), Math.abs(largest));
  return largest - least > ROUNDING_OF_A_RETURN * (1 + size);
}
