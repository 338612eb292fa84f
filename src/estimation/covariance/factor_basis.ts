import { type Matrix, matrix } from "../../domain/matrix.ts";

/** Of the length of a factor: what is left of it beside the others where it follows from them. */
const DEPENDENT = 1e-10;

/** The space that factors span. */
export interface FactorBasis {
  /** T × k, orthonormal; fewer columns where factors follow from others. */
  readonly basis: Matrix;
  /** The places of factors that follow linearly, with a constant, from those before them. */
  readonly dependent: readonly number[];
}

/**
 * An orthonormal basis of T × k centred factors: what a regression explains depends on the space they span alone.
 * Modified Gram-Schmidt, each column twice: Giraud, L., Langou, J. and Rozloznik, M. (2005), The loss of orthogonality
 * in the Gram-Schmidt orthogonalization process, Computers and Mathematics with Applications 50, 1069-1075.
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

/** Makes the length 1 and gives what it was. */
function normalise(x: Float64Array): number {
  const largest = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
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
