import { ExactSums } from "../domain/exact_sums.ts";
import { dot, type Matrix, quadraticForm } from "../domain/matrix.ts";

/**
 * Returns the portfolio volatility sqrt(w'Sw) per period, for weights w and covariance S; 0 if w'Sw is no larger than
 * the rounding of its terms.
 */
export function portfolioVolatility(weights: Float64Array, covariance: Matrix): number {
  const volatility = volatilityOf(weights, covariance);
  const undiversified = dot(weights.map(Math.abs), volatilities(covariance));
  return volatility ** 2 > weights.length * Number.EPSILON * undiversified ** 2 ? volatility : 0;
}

/** Returns the portfolio volatility sqrt(w'Sw), for weights w and covariance S, even if it is only rounding. */
export function volatilityOf(weights: Float64Array, covariance: Matrix): number {
  return Math.sqrt(varianceOf(weights, covariance));
}

/**
 * Fraction of the undiversified variance, the square of Σ |w_i| σ_i over weights w and volatilities σ. A portfolio
 * variance below it is computed in higher precision, because cancelling terms lose digits.
 */
const CANCELLED = 1e-3;

/**
 * Returns the portfolio variance w'Sw, for weights w and covariance S, at least 0. Uses twice the digits if its terms
 * cancel, as in a hedge.
 */
export function varianceOf(weights: Float64Array, covariance: Matrix): number {
  const variance = quadraticForm(covariance, weights);
  let undiversified = 0;
  for (let i = 0; i < weights.length; i++) {
    undiversified += Math.abs(weights[i]) * Math.sqrt(Math.max(0, covariance.data[i * (covariance.columns + 1)]));
  }
  if (!(variance < CANCELLED * undiversified ** 2)) return Math.max(0, variance);
  return Math.max(0, exactForm(weights, covariance));
}

function exactForm(weights: Float64Array, { columns, data }: Matrix): number {
  const total = new ExactSums(1), products = new ExactSums(weights.length);
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    for (let j = 0; j < columns; j++) products.add(i, data[i * columns + j], weights[j]);
    total.addSum(0, products, i, weights[i]);
  }
  return total.at(0);
}

/** Returns the volatilities of the assets: square roots of the covariance matrix's diagonal. */
export function volatilities(covariance: Matrix): Float64Array {
  const { rows, columns, data } = covariance;
  return Float64Array.from({ length: rows }, (_, i) => Math.sqrt(Math.max(data[i * columns + i], 0)));
}
