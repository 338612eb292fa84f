import { type Matrix, matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";

/** Returns the means of columns whose rows count by weights that are 1 on average. */
export function weightedMeans({ rows, columns, data }: Matrix, rowWeights: Float64Array): Float64Array {
  const means = new Float64Array(columns);
  for (let t = 0, at = 0; t < rows; t++) {
    for (let j = 0; j < columns; j++, at++) means[j] += rowWeights[t] * data[at];
  }
  return means.map((sum) => sum / rows);
}

/**
 * Returns the sample covariance of T rows that count by weights w of 1 on average: sum(w_t (r_t - m)(r_t - m)') / (T -
 * 1), m the weighted mean. It is the sample covariance where all weights are 1. NIST/SEMATECH, Dataplot Reference
 * Manual, weighted variance.
 */
export function weightedCovariance(
  returns: Matrix,
  rowWeights: Float64Array,
  linearAlgebra: Kernels["linearAlgebra"],
): Matrix {
  const { rows, columns, data } = returns, means = weightedMeans(returns, rowWeights);
  const deviations = matrix(rows, columns);
  for (let t = 0, at = 0; t < rows; t++) {
    for (let j = 0; j < columns; j++, at++) deviations.data[at] = data[at] - means[j];
  }
  return weightedProducts(deviations, { rowWeights, divisor: rows - 1 }, linearAlgebra);
}

/** Returns sum(w_t x_t x_t') / divisor over the rows x of a matrix, with the weights w of the rows. */
export function weightedProducts(
  { rows, columns, data }: Matrix,
  { rowWeights, divisor }: { readonly rowWeights: Float64Array; readonly divisor: number },
  linearAlgebra: Kernels["linearAlgebra"],
): Matrix {
  const scaled = matrix(rows, columns);
  for (let t = 0, at = 0; t < rows; t++) {
    const factor = Math.sqrt(rowWeights[t] / divisor);
    for (let j = 0; j < columns; j++, at++) scaled.data[at] = factor * data[at];
  }
  return linearAlgebra.crossProduct(scaled);
}
