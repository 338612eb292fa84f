import { dot, type Matrix, quadraticForm } from "../domain/matrix.ts";

/** sqrt(w'Sw) per period; 0 where w'Sw is no more than the rounding of its terms. */
export function portfolioVolatility(weights: Float64Array, covariance: Matrix): number {
  const volatility = volatilityOf(weights, covariance);
  const undiversified = dot(weights.map(Math.abs), volatilities(covariance));
  return volatility ** 2 > weights.length * Number.EPSILON * undiversified ** 2 ? volatility : 0;
}

/** The formula, rounding included. */
export function volatilityOf(weights: Float64Array, covariance: Matrix): number {
  return Math.sqrt(Math.max(0, quadraticForm(covariance, weights)));
}

/** The square roots of the diagonal. */
export function volatilities(covariance: Matrix): Float64Array {
  const { rows, columns, data } = covariance;
  return Float64Array.from({ length: rows }, (_, i) => Math.sqrt(Math.max(data[i * columns + i], 0)));
}
