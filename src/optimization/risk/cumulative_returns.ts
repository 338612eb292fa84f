import { type Matrix, matrix } from "../../domain/matrix.ts";

/** The sums of the returns of each asset up to each period, T × n. */
export function cumulativeReturns({ rows, columns, data }: Matrix): Matrix {
  const sums = matrix(rows, columns);
  for (let k = 0; k < data.length; k++) sums.data[k] = data[k] + (k < columns ? 0 : sums.data[k - columns]);
  return sums;
}
