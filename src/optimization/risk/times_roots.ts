import { type Matrix, matrix } from "../../domain/matrix.ts";

/** Multiplies each row by the root of its weight: squares of the result count by the row weights. */
export function timesRoots({ rows, columns, data }: Matrix, rowWeights: Float64Array): Matrix {
  const scaled = matrix(rows, columns);
  for (let t = 0, at = 0; t < rows; t++) {
    const root = Math.sqrt(rowWeights[t]);
    for (let j = 0; j < columns; j++, at++) scaled.data[at] = root * data[at];
  }
  return scaled;
}
