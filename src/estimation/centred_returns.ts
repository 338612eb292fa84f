import { type Matrix, matrix } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";

/** T × n returns less the means of their columns: a column of equal numbers becomes zeros exactly. */
export function centredReturns(returns: Matrix, { statistics }: Pick<Kernels, "statistics">): Matrix {
  const { rows, columns, data } = returns;
  const means = statistics.means(returns);
  const centred = matrix(rows, columns);
  for (let t = 0, at = 0; t < rows; t++) {
    for (let j = 0; j < columns; j++, at++) centred.data[at] = data[at] - means[j];
  }
  return centred;
}
