import type { QuadraticTerm } from "./program.ts";

/**
 * Moves the centre of the quadratic term ½ v'Hv to a point x: adds -H x to `linear`, for ½ (v - x)'H(v - x) up to a
 * constant. Leaves a term without a matrix as it is.
 */
export function shiftTo(x: Float64Array, { offset, size, matrix, factor }: QuadraticTerm, linear: Float64Array): void {
  if (matrix === null) return;
  for (let i = 0; i < size; i++) {
    const by = factor * x[offset + i];
    if (by !== 0) { for (let j = 0; j < size; j++) linear[offset + j] -= by * matrix.data[i * size + j]; }
  }
}
