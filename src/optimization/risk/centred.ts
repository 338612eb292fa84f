import { type Matrix, matrix } from "../../domain/matrix.ts";

/** Returns less the means of their columns. */
export function centred(returns: Matrix): Matrix {
  const { rows, columns, data } = returns;
  const means = new Float64Array(columns);
  for (let k = 0; k < data.length; k++) means[k % columns] += data[k];
  for (let j = 0; j < columns; j++) means[j] /= rows;
  return matrix(rows, columns, data.map((entry, k) => entry - means[k % columns]));
}

/** A series less its mean. */
export function deviations(series: Float64Array): Float64Array {
  const mean = series.reduce((sum, x) => sum + x, 0) / series.length;
  return series.map((x) => x - mean);
}
