/** A series about its mean. */
export interface Deviations {
  readonly mean: number;
  /** Each value less the mean. */
  readonly values: Float64Array;
  /** The mean of their squares: divided by their number. */
  readonly variance: number;
}

/**
 * The deviations of a series from its mean; null where it varies by no more than rounding, or has fewer than two
 * values.
 */
export function deviationsOf(series: Float64Array): Deviations | null {
  if (series.length < 2) return null;
  const first = meanOf(series);
  const mean = first + meanOf(series.map((value) => value - first));
  const values = series.map((value) => value - mean);
  const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  const rounding = 4 * Number.EPSILON * series.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return variance > rounding * rounding ? { mean, values, variance } : null;
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
