import { type Matrix, matrix } from "../../domain/matrix.ts";

/** Subtracts from each column of T × n returns its mean, weighted by the row weights if there are any. */
export function centred(returns: Matrix, rowWeights?: Float64Array): Matrix {
  const { rows, columns, data } = returns;
  const means = new Float64Array(columns);
  for (let i = 0, k = 0; i < rows; i++) {
    const weight = rowWeights?.[i] ?? 1;
    for (let j = 0; j < columns; j++, k++) means[j] += weight * data[k];
  }
  for (let j = 0; j < columns; j++) means[j] /= rows;
  const deviations = matrix(rows, columns);
  for (let i = 0, k = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, k++) deviations.data[k] = data[k] - means[j];
  }
  return deviations;
}

/** Subtracts from a series its mean, weighted by the row weights if there are any. */
export function deviations(series: Float64Array, rowWeights?: Float64Array): Float64Array {
  const mean = series.reduce((sum, x, t) => sum + (rowWeights?.[t] ?? 1) * x, 0) / series.length;
  return series.map((x) => x - mean);
}
