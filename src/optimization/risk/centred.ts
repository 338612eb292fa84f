import { type Matrix, matrix } from "../../domain/matrix.ts";

/** Returns less the means of their columns. */
export function centred(returns: Matrix): Matrix {
  const { rows, columns, data } = returns;
  const means = new Float64Array(columns);
  for (let i = 0, k = 0; i < rows; i++) for (let j = 0; j < columns; j++, k++) means[j] += data[k];
  for (let j = 0; j < columns; j++) means[j] /= rows;
  const deviations = matrix(rows, columns);
  for (let i = 0, k = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, k++) deviations.data[k] = data[k] - means[j];
  }
  return deviations;
}

/** A series less its mean. */
export function deviations(series: Float64Array): Float64Array {
  const mean = series.reduce((sum, x) => sum + x, 0) / series.length;
  return series.map((x) => x - mean);
}
