import { dot, type Matrix, quadraticForm } from "../domain/matrix.ts";

/** sqrt(w'Sw) per period; 0 where w'Sw is no more than the rounding of its terms. */
export function portfolioVolatility(weights: Float64Array, covariance: Matrix): number {
  const variance = quadraticForm(covariance, weights);
  const undiversified = dot(weights.map(Math.abs), volatilities(covariance));
  return variance > weights.length * Number.EPSILON * undiversified ** 2 ? Math.sqrt(variance) : 0;
}

/** The square roots of the diagonal. */
export function volatilities(covariance: Matrix): Float64Array {
  const { rows, columns, data } = covariance;
  return Float64Array.from({ length: rows }, (_, i) => Math.sqrt(Math.max(data[i * columns + i], 0)));
}
