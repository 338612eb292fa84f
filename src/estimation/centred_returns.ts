import { type Matrix, matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";

/** Returns T × n asset returns less the mean of each column. A column of equal numbers becomes exactly zero. */
export function centredReturns(returns: Matrix, { statistics }: Pick<Kernels, "statistics">): Matrix {
  const { rows, columns, data } = returns;
  const means = statistics.means(returns);
  const centred = matrix(rows, columns);
  for (let t = 0, at = 0; t < rows; t++) {
    for (let j = 0; j < columns; j++, at++) centred.data[at] = data[at] - means[j];
  }
  return centred;
}
