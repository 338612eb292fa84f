import { type Matrix, matrix, maximumNorm } from "../../domain/matrix.ts";

/**
 * Largest length of a normalised factor series, after removing the earlier factors from it, at which it counts as a
 * linear combination of them.
 */
const DEPENDENT = 1e-10;

/** Type of an orthonormal basis of the space that the factor series span. */
export interface FactorBasis {
  /** Matrix of the basis, T × k with orthonormal columns. Dependent factors add no column. */
  readonly basis: Matrix;
  /** Positions of the factors that are a linear combination of earlier factors and a constant. */
  readonly dependent: readonly number[];
}

/**
 * Builds an orthonormal basis of T × k centred factors. What a regression explains depends only on the space that the
 * factors span. Modified Gram-Schmidt, applied twice to each column: Giraud, L., Langou, J. and Rozloznik, M. (2005),
 * The loss of orthogonality in the Gram-Schmidt orthogonalization process, Computers and Mathematics with Applications
 * 50, 1069-1075.
 */
export function factorBasis({ rows, columns: k, data }: Matrix): FactorBasis {
  const basis: Float64Array[] = [];
  const dependent: number[] = [];
  for (let j = 0; j < k; j++) {
    const left = Float64Array.from({ length: rows }, (_, t) => data[t * k + j]);
    normalise(left);
    for (let pass = 0; pass < 2; pass++) for (const direction of basis) removeAlong(left, direction);
    if (normalise(left) <= DEPENDENT) dependent.push(j);
    else basis.push(left);
  }
  const result = matrix(rows, basis.length);
  basis.forEach((direction, j) => direction.forEach((value, t) => result.data[t * basis.length + j] = value));
  return { basis: result, dependent };
}

/** Scales a vector to length 1 in place and returns its former length. */
function normalise(x: Float64Array): number {
  const largest = maximumNorm(x);
  if (largest === 0) return 0;
  const length = Math.sqrt(x.reduce((sum, value) => sum + (value / largest) ** 2, 0)) * largest;
  for (let t = 0; t < x.length; t++) x[t] /= length;
  return length;
}

function removeAlong(x: Float64Array, direction: Float64Array): void {
  let along = 0;
  for (let t = 0; t < x.length; t++) along += x[t] * direction[t];
  for (let t = 0; t < x.length; t++) x[t] -= along * direction[t];
}
