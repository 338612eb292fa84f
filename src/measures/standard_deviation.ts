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
  const deviations = deviationsOf(series, mean(series));
  let squares = 0;
  for (let t = 0; t < deviations.length; t++) squares += deviations[t] * deviations[t];
  return standardDeviationBy(squares / series.length, series.length);
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

/** Whether the values of a series differ by more than the rounding of simple returns, `P_t / P_(t-1) - 1`. */
function varies(series: Float64Array): boolean {
  let least = Infinity;
  let largest = -Infinity;
  for (let t = 0; t < series.length; t++) {
    if (series[t] < least) least = series[t];
    if (series[t] > largest) largest = series[t];
  }
  return differByMoreThanRounding({ least, largest });
}

/** Whether the least and the largest of a series of simple returns differ by more than their rounding. */
export function differByMoreThanRounding({ least, largest }: { least: number; largest: number }): boolean {
  const size = Math.max(Math.abs(least), Math.abs(largest));
  return largest - least > ROUNDING_OF_A_RETURN * (1 + size);
}
