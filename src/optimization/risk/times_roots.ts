import { type Matrix, matrix } from "../../domain/matrix.ts";

/** Returns rows times the roots of their weights, so that their squares count by the weights. */
export function timesRoots({ rows, columns, data }: Matrix, rowWeights: Float64Array): Matrix {
  const scaled = matrix(rows, columns);
  for (let t = 0, at = 0; t < rows; t++) {
    const root = Math.sqrt(rowWeights[t]);
    for (let j = 0; j < columns; j++, at++) scaled.data[at] = root * data[at];
  }
  return scaled;
}
