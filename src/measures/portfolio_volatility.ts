import { ExactSums } from "../domain/exact_sums.ts";
import { dot, type Matrix, quadraticForm } from "../domain/matrix.ts";

/** sqrt(w'Sw) per period; 0 where w'Sw is no more than the rounding of its terms. */
export function portfolioVolatility(weights: Float64Array, covariance: Matrix): number {
  const volatility = volatilityOf(weights, covariance);
  const undiversified = dot(weights.map(Math.abs), volatilities(covariance));
  return volatility ** 2 > weights.length * Number.EPSILON * undiversified ** 2 ? volatility : 0;
}

/** The formula, rounding included. */
export function volatilityOf(weights: Float64Array, covariance: Matrix): number {
  return Math.sqrt(varianceOf(weights, covariance));
}

/** A variance of less than this share of that of the assets together loses digits to what cancels. */
const CANCELLED = 1e-3;

/** w'Sw, at least 0; in twice the digits where its terms cancel, as those of a hedge do. */
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

/** The square roots of the diagonal. */
export function volatilities(covariance: Matrix): Float64Array {
  const { rows, columns, data } = covariance;
  return Float64Array.from({ length: rows }, (_, i) => Math.sqrt(Math.max(data[i * columns + i], 0)));
}
