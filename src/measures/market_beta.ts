import { mean } from "./mean.ts";
import { varies } from "./standard_deviation.ts";

/**
 * Returns the slope (beta) of a series x on its benchmark b, cov(x, b) / var(b); null if the benchmark does not vary.
 */
export function marketBeta(series: Float64Array, benchmark: Float64Array): number | null {
  if (!varies(benchmark)) return null;
  const centre = mean(series);
  const benchmarkCentre = mean(benchmark);
  let covariance = 0;
  let variance = 0;
  for (let t = 0; t < series.length; t++) {
    const deviation = benchmark[t] - benchmarkCentre;
    covariance += (series[t] - centre) * deviation;
    variance += deviation * deviation;
  }
  return covariance / variance;
}
