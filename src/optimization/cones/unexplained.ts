import { type Matrix, matrix } from "../../domain/matrix.ts";

/** A weight below this share of the largest adds nothing to a sum. */
const NEGLIGIBLE = 1e-20;

/**
 * Returns R C for the coefficients C, with one row for each loss, where R'R times a factor is the Hessian of a tail
 * risk by the losses. R C are the residuals of a weighted regression of the rows of C on a constant and `places`, each
 * times the root of its weight: level and spread of the risk adapt to the losses, and take their part out of the
 * curvature. `places` says where each loss lies relative to the others. Rows of negligible weight are omitted.
 */
export function unexplained({ columns, data }: Matrix, weights: Float64Array, places: Float64Array): Matrix {
  const least = NEGLIGIBLE * weights.reduce((most, weight) => Math.max(most, weight), 0);
  const used = Array.from(weights.keys()).filter((i) => weights[i] > least);
  const { mean, variance, total } = momentsOf(used, weights, places);
  const centre = new Float64Array(columns), slope = new Float64Array(columns);
  for (const i of used) {
    const share = weights[i] / total, explained = variance > 0 ? share * (places[i] - mean) / variance : 0;
    for (let j = 0, at = i * columns; j < columns; j++, at++) {
      centre[j] += share * data[at];
      slope[j] += explained * data[at];
    }
  }
  const residuals = matrix(used.length, columns);
  used.forEach((i, row) => {
    const root = Math.sqrt(weights[i]), deviation = places[i] - mean;
    for (let j = 0, at = i * columns, to = row * columns; j < columns; j++, at++, to++) {
      residuals.data[to] = root * (data[at] - centre[j] - deviation * slope[j]);
    }
  });
  return residuals;
}

function momentsOf(
  used: readonly number[],
  weights: Float64Array,
  places: Float64Array,
): { readonly mean: number; readonly variance: number; readonly total: number } {
  let total = 0, mean = 0, variance = 0;
  for (const i of used) total += weights[i];
  for (const i of used) mean += weights[i] / total * places[i];
  for (const i of used) variance += weights[i] / total * (places[i] - mean) ** 2;
  return { mean, variance, total };
}
