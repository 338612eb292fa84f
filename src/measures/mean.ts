/**
 * Returns the arithmetic mean of a series; NaN if it is empty. Sums differences from the first value, so that the mean
 * of a constant series is exact.
 */
export function mean(series: Float64Array): number {
  const origin = series[0];
  let sum = 0;
  for (let t = 0; t < series.length; t++) sum += series[t] - origin;
  return origin + sum / series.length;
}
