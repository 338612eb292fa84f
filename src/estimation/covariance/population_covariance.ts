import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";

/** X'X / T, n × n, of T × n centred returns: their covariance with ddof 0. */
export function populationCovariance(centred: Matrix, { linearAlgebra }: Pick<Kernels, "linearAlgebra">): Matrix {
  const { rows: n, data } = linearAlgebra.crossProduct(centred);
  return matrix(n, n, data.map((product) => product / centred.rows));
}
