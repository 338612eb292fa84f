import { maximumNorm } from "../../domain/matrix.ts";
import { isEpigraphCone } from "../cones/epigraph_cone.ts";
import { LOST_OF_ROWS } from "./proof.ts";
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
 * Tells whether the value of the objective at x is only rounding of the sums of rows of which it is made. `reach` is
 * the largest variable. Beside other terms, the value of an epigraph counts by its own sums: in a unit in which the
 * risk of a weight of 1 is 3e10, a utility of thousandths is no rounding.
 */
export function isRoundingOfRows(
  program: Program,
  x: Float64Array,
  { value, reach }: { readonly value: number; readonly reach: number },
): boolean {
  const isBelow = (sums: ReadonlyMap<number, number>): boolean =>
    Math.abs(value) <= LOST_OF_ROWS * sizeOfSums(program, x, { reach, sums });
  if (!isBelow(new Map())) return false;
  const sums = epigraphSums(program, x), { quadratic, linear } = program;
  return quadratic.length === 0 && linear.every((cost, j) => cost === 0 || sums.has(j)) || isBelow(sums);
}

/**
 * Returns the largest product of a slope of the objective at x and of the size of the sums that make up the variable:
 * its entry of `sums` if it has a smaller one, else `reach`. Quadratic terms with a matrix are left out, because their
 * products may cancel.
 */
function sizeOfSums(
  { linear, quadratic }: Program,
  x: Float64Array,
  { reach, sums }: { readonly reach: number; readonly sums: ReadonlyMap<number, number> },
): number {
  let most = 0;
  for (let j = 0; j < linear.length; j++) {
    if (linear[j] !== 0) most = Math.max(most, Math.abs(linear[j]) * Math.min(reach, sums.get(j) ?? reach));
  }
  for (const { offset, size, matrix, factor } of quadratic) {
    if (matrix === null) most = Math.max(most, factor * maximumNorm(x.subarray(offset, offset + size)) * reach);
  }
  return most;
}

/**
 * Returns, for each variable t of an epigraph t ≥ ρ(y) of rows y = C x + c, the size of the sums of which its value is
 * made: Σ |∂ρ/∂y_i| (|C||x| + |c|)_i.
 */
function epigraphSums({ rows, blocks, size }: Program, x: Float64Array): ReadonlyMap<number, number> {
  const sums = new Map<number, number>(), slacks = rows.evaluate(x);
  for (const { cone, firstRow, rows: count } of blocks) {
    if (!isEpigraphCone(cone)) continue;
    const { slopes } = cone.supportAt(slacks, { firstRow, rows: count });
    const multipliers = new Float64Array(rows.length), sizes = new Float64Array(size);
    multipliers.set(slopes, firstRow + 1);
    rows.addTransposed(multipliers, sizes, { sizes: true });
    const sum = slopes.reduce(
      (total, slope, i) => total + Math.abs(slope * rows.constant[firstRow + 1 + i]),
      sizes.reduce((total, one, j) => total + one * Math.abs(x[j]), 0),
    );
    rows.forEachTerm(firstRow, (j, by) => sums.set(j, sum / Math.abs(by)));
  }
  return sums;
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
