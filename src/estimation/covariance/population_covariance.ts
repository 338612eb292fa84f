import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";

/** Returns the covariance matrix X'X / T (n × n, ddof 0) of T × n centred returns X. */
export function populationCovariance(centred: Matrix, { linearAlgebra }: Pick<Kernels, "linearAlgebra">): Matrix {
  const { rows: n, data } = linearAlgebra.crossProduct(centred);
  return matrix(n, n, data.map((product) => product / centred.rows));
}
