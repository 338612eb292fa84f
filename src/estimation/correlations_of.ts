import { type Matrix, matrix } from "../domain/matrix.ts";

/**
 * The correlations S_ij / (s_i s_j) of an n × n covariance matrix with its volatilities; an asset whose volatility is 0
 * correlates with itself alone.
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
