import { maximumNorm } from "../../domain/matrix.ts";
/** Type of the mean of a series, its variance and the deviations from the mean. */
export interface Deviations {
  readonly mean: number;
  /** Deviations from the mean: each value of the series minus its mean. */
  readonly values: Float64Array;
  /** Variance of the series: the mean of the squared deviations, divided by the number of values. */
  readonly variance: number;
}

/**
 * Returns the deviations of a series from its mean. Returns null if it varies only by rounding or has fewer than two
 * values.
 */
export function deviationsOf(series: Float64Array): Deviations | null {
  if (series.length < 2) return null;
  const first = meanOf(series);
  const mean = first + meanOf(series.map((value) => value - first));
  const values = series.map((value) => value - mean);
  const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  const rounding = 4 * Number.EPSILON * maximumNorm(series);
  return variance > rounding * rounding ? { mean, values, variance } : null;
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
