/**
 * Returns the slope (beta) of a series x on a benchmark b that varies: cov(x, b) / var(b). `mean` is that of the
 * series, and `deviations` are those of the benchmark from its mean. Both sums run in the same order, so that the slope
 * of a series on itself is exactly 1.
 */
export function betaOf(
  series: Float64Array,
  { mean, deviations }: { readonly mean: number; readonly deviations: Float64Array },
): number {
  let covariance = 0;
  let variance = 0;
  for (let t = 0; t < series.length; t++) {
    const deviation = deviations[t];
    covariance += (series[t] - mean) * deviation;
    variance += deviation * deviation;
  }
  return covariance / variance;
}
