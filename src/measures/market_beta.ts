/**
 * Returns the slope (beta) of a series x on its benchmark b, cov(x, b) / var(b), from the deviations of both from their
 * means.
 */
export function marketBeta(deviations: Float64Array, benchmarkDeviations: Float64Array): number {
  let covariance = 0;
  let variance = 0;
  for (let t = 0; t < deviations.length; t++) {
    const deviation = benchmarkDeviations[t];
    covariance += deviations[t] * deviation;
    variance += deviation * deviation;
  }
  return covariance / variance;
}
