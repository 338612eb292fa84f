import { maximumNorm } from "../../domain/matrix.ts";
import type { Program } from "./program.ts";

/**
 * The largest coefficient of the objective ½ x'Px + q'x, in q or on the diagonal of P; 1 if all are 0. Dividing the
 * objective by it brings the coefficients near 1.
 */
export function gradientSize(program: Program): number {
  const linear = maximumNorm(program.linear);
  return Math.max(linear, largestCurvature(program)) || 1;
}

/** The largest diagonal entry of P in the objective ½ x'Px + q'x. */
export function largestCurvature(program: Program): number {
  let largest = 0;
  for (const { size, matrix, factor } of program.quadratic) {
    if (matrix === null) largest = Math.max(largest, factor);
    else for (let i = 0; i < size; i++) largest = Math.max(largest, factor * matrix.data[i * size + i]);
  }
  return largest;
}
