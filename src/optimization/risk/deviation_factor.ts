import { type Matrix, matrix, transposed } from "../../domain/matrix.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import { factorOfCholesky } from "./volatility.ts";

/**
 * Columns of the X V of `deviationFactor` that are shorter than this many machine epsilons of the longest are rounding.
 * They are left out.
 */
const ROUNDINGS = 16;

/**
 * Returns F with ‖F w‖ equal to the sample standard deviation (ddof 1) of the series X w, for a T × n matrix X of at
 * least two rows. It is exact up to the rounding of X, whereas the covariance of nearly dependent columns keeps only
 * half of the digits. F is the centred X if that has no more rows than columns that vary, and the Cholesky factor of
 * the covariance if that is well conditioned. Else F = R V' for the eigenvectors V of the covariance. The columns of X
 * V are nearly orthogonal, so that the Cholesky factor R of their products, each column divided by its length, loses no
 * digits (Drmač and Veselić 2008, New fast and accurate Jacobi SVD algorithm I, on preconditioning by a QR factor).
 */
export function deviationFactor(series: Matrix, linearAlgebra: LinearAlgebra): Matrix {
  const { columns } = series, moving = Array.from({ length: columns }, (_, j) => j).filter((j) => isMoving(series, j));
  const { centred, units } = centredOf(series, moving), count = moving.length;
  const found = centred.rows <= count ? centred : factorOf(centred, linearAlgebra);
  const factor = matrix(found.rows, columns);
  for (let i = 0; i < found.rows; i++) {
    moving.forEach((j, k) => factor.data[i * columns + j] = units[k] * found.data[i * count + k]);
  }
  return factor;
}

function isMoving({ rows, columns, data }: Matrix, j: number): boolean {
  for (let t = 1; t < rows; t++) if (data[t * columns + j] !== data[j]) return true;
  return false;
}

/**
 * Returns the varying columns of X less their means, divided by sqrt(T - 1) and by a power of two near their length,
 * the unit.
 */
function centredOf(
  { rows, columns, data }: Matrix,
  moving: readonly number[],
): { readonly centred: Matrix; readonly units: Float64Array } {
  const count = moving.length, root = Math.sqrt(rows - 1);
  const centred = matrix(rows, count), units = new Float64Array(count);
  moving.forEach((j, k) => {
    let sum = 0, squares = 0;
    for (let t = 0; t < rows; t++) sum += data[t * columns + j];
    for (let t = 0; t < rows; t++) {
      const entry = (data[t * columns + j] - sum / rows) / root;
      centred.data[t * count + k] = entry;
      squares += entry * entry;
    }
    units[k] = 2 ** Math.round(Math.log2(squares) / 2);
    for (let t = 0; t < rows; t++) centred.data[t * count + k] /= units[k];
  });
  return { centred, units };
}

function factorOf(centred: Matrix, linearAlgebra: LinearAlgebra): Matrix {
  const square = linearAlgebra.crossProduct(centred);
  const known = factorOfCholesky(square, linearAlgebra);
  if (known !== null) return known;
  const { vectors } = linearAlgebra.eigen(square);
  const turned = linearAlgebra.multiply(centred, vectors), lengths = lengthsOf(turned);
  const least = ROUNDINGS * Number.EPSILON * lengths.reduce((most, own) => Math.max(most, own), 0);
  const kept = Array.from(lengths.keys()).filter((k) => lengths[k] > least);
  const { columns } = centred, count = kept.length;
  const scaled = matrix(centred.rows, count), across = matrix(count, columns);
  kept.forEach((k, at) => {
    for (let t = 0; t < centred.rows; t++) {
      scaled.data[t * count + at] = turned.data[t * columns + k] / lengths[k];
    }
    for (let i = 0; i < columns; i++) across.data[at * columns + i] = lengths[k] * vectors.data[i * columns + k];
  });
  const cholesky = linearAlgebra.cholesky(linearAlgebra.crossProduct(scaled));
  return cholesky === null ? centred : linearAlgebra.multiply(transposed(cholesky.lower), across);
}

function lengthsOf({ rows, columns, data }: Matrix): Float64Array {
  const lengths = new Float64Array(columns);
  for (let k = 0; k < rows * columns; k++) lengths[k % columns] += data[k] ** 2;
  return lengths.map(Math.sqrt);
}
