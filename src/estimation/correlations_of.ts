import { type Matrix, matrix } from "../domain/matrix.ts";

/**
 * Returns the correlations S_ij / (s_i s_j) of an n × n covariance matrix S with volatilities s. An asset with a
 * volatility of 0 correlates only with itself.
 */
export function correlationsOf({ rows: n, data }: Matrix, volatilities: Float64Array): Matrix {
  const correlations = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const isKnown = volatilities[i] > 0 && volatilities[j] > 0;
      correlations.data[i * n + j] = isKnown ? data[i * n + j] / volatilities[i] / volatilities[j] : 0;
    }
    correlations.data[i * n + i] = 1;
  }
  return correlations;
}
