/** The arithmetic mean of a series, summed about its first value: exact for a constant one. NaN where it is empty. */
export function mean(series: Float64Array): number {
  const origin = series[0];
  let sum = 0;
  for (let t = 0; t < series.length; t++) sum += series[t] - origin;
  return origin + sum / series.length;
}
