import { type Matrix, matrix } from "../../domain/matrix.ts";

/** The cumulative (uncompounded) returns of each asset, T × n. */
export function cumulativeReturns({ rows, columns, data }: Matrix): Matrix {
  const sums = matrix(rows, columns);
  for (let k = 0; k < data.length; k++) sums.data[k] = data[k] + (k < columns ? 0 : sums.data[k - columns]);
  return sums;
}
