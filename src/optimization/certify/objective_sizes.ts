import { maximumNorm } from "../../domain/matrix.ts";
import type { Program } from "../program/program.ts";

/**
 * Returns a lower bound of the objective without multipliers: the least value of its linear part within the bounds of
 * the variables.
 */
export function boundAlone({ linear, lower, upper }: Program): number {
  let bound = 0;
  for (let j = 0; j < linear.length; j++) {
    if (linear[j] !== 0) bound += linear[j] * (linear[j] > 0 ? lower[j] : upper[j]);
  }
  return bound;
}

/**
 * Returns the largest entry of the linear term and of the slopes of quadratic terms without a matrix at x. Terms with a
 * matrix are left out, because their products may cancel.
 */
export function plainSlope({ linear, quadratic }: Program, x: Float64Array): number {
  let most = maximumNorm(linear);
  for (const { offset, size, matrix, factor } of quadratic) {
    if (matrix === null) most = Math.max(most, factor * maximumNorm(x.subarray(offset, offset + size)));
  }
  return most;
}

/** Returns the largest P_jj x_j² of a variable, for the quadratic part ½ x'Px of the objective. */
export function largestSquare({ quadratic }: Program, x: Float64Array): number {
  let most = 0;
  for (const { offset, size, matrix, factor } of quadratic) {
    for (let j = 0; j < size; j++) {
      most = Math.max(most, factor * (matrix === null ? 1 : matrix.data[j * (size + 1)]) * x[offset + j] ** 2);
    }
  }
  return most;
}

/** Adds |P||x| to `sizes`, for the quadratic part ½ x'Px of the objective. Returns |x|'|P||x|. */
export function addQuadraticSizes(program: Program, x: Float64Array, sizes: Float64Array): number {
  let total = 0;
  for (const { offset, size, matrix, factor } of program.quadratic) {
    const product = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const by = Math.abs(factor * x[offset + i]);
      if (by === 0) continue;
      if (matrix === null) product[i] += by;
      else for (let j = 0, at = i * size; j < size; j++, at++) product[j] += by * Math.abs(matrix.data[at]);
    }
    for (let i = 0; i < size; i++) {
      total += Math.abs(x[offset + i]) * product[i];
      sizes[offset + i] += product[i];
    }
  }
  return total;
}
