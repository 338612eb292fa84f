import type { QuadraticTerm } from "./program.ts";

/**
 * Moves the centre of the quadratic term ½ v'Hv to a point x: adds -H x to `linear`, for ½ (v - x)'H(v - x) up to a
 * constant. A term without a matrix is factor times the identity.
 */
export function shiftTo(x: Float64Array, { offset, size, matrix, factor }: QuadraticTerm, linear: Float64Array): void {
  for (let i = 0; i < size; i++) {
    const by = factor * x[offset + i];
    if (matrix === null) linear[offset + i] -= by;
    else if (by !== 0) { for (let j = 0; j < size; j++) linear[offset + j] -= by * matrix.data[i * size + j]; }
  }
}
