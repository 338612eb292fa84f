import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import { dot, maximumNorm } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { Affine, type Block, NO_HINGES, type Program, quadraticTimes } from "../program/program.ts";
import { zero } from "../cones/zero.ts";
import { polish } from "../refine/polish.ts";
import { toleranceOf } from "../certify/proof.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { solveReduced } from "../engines/mod.ts";
import { straighten } from "../refine/straighten.ts";
import { withoutBlocks } from "../program/without_blocks.ts";
import { ROUNDED_RAY, WORTH_OF_RAY } from "../program/rounding.ts";

/** Rounding error of a sum of terms, as a share of the sum of their sizes. */
const ROUNDED = 64 * Number.EPSILON;

/**
 * Finds a ray: a direction d along which the objective falls without end and no limit stops it. A d is in the recession
 * cone of the limits, P d = 0 and q'd < 0 (Boyd and Vandenberghe, Convex Optimization, 5.8). The ray is the optimum of
 * min q'd over the recession directions with |d_j| ≤ 1, and plain arithmetic checks it. Cones that engines do not
 * support are left out of that program and only checked. Returns null if no ray was found.
 */
export function findRay(program: Program, kernels: Kernels): Float64Array | null {
  const directions = ofSolvedCones(directionsOf(program));
  const solved = solveReduced(directions, kernels, wholeOf(directions));
  if (solved.status !== "solved") return null;
  const { x } = polish(directions, solved.point, kernels).point;
  const ray = x.map((entry) => Math.abs(entry) < ROUNDED_RAY ? 0 : entry);
  if (isRay(program, ray)) return ray;
  const straight = straighten(directions, ray);
  return isRay(program, straight) ? straight : null;
}

function ofSolvedCones(program: Program): Program {
  const unsolved = Array.from(program.blocks.keys()).filter((k) => {
    const { cone } = program.blocks[k];
    return !cone.isLinear && cone.kernelCone === null;
  });
  return withoutBlocks(program, unsolved);
}

/**
 * Whether a direction is a ray of a program, by plain arithmetic. The direction is first scaled to a largest entry of
 * 1. The tolerances allow for rounding and for what does not show up to `LARGEST_NUMBER`, the largest weight of a
 * request: a step of that length misses no row by more than the tolerance of a proof, and the objective still falls at
 * its end.
 */
export function isRay(program: Program, direction: Float64Array): boolean {
  const size = maximumNorm(direction);
  if (!(size > 0 && size < Infinity)) return false;
  const d = direction.map((entry) => entry / size);
  if (!meetsNoLimit(program, d)) return false;
  const { linear } = program;
  const curved = quadraticTimes(program, d), sizes = diagonalOf(program);
  if (curved.some((entry, j) => !(Math.abs(entry) <= ROUNDED_RAY * sizes[j]))) return false;
  const slope = dot(d, linear), slopes = stakesOf(program, d).reduce((sum, at, j) => sum + at * Math.abs(linear[j]), 0);
  return slope < -WORTH_OF_RAY * slopes && dot(d, curved) * LARGEST_NUMBER <= -slope;
}

/**
 * The absolute value of each variable in a direction d, by which `isRay` tells whether the slope q'd is more than
 * rounding. A variable in the first row of a curved cone, such as the t of t ≥ ‖y‖, counts as at least the largest sum
 * of absolute terms of a row of the cone: where these terms cancel, the variable is their rounding error.
 */
function stakesOf(program: Program, d: Float64Array): Float64Array {
  const stakes = d.map(Math.abs), terms = termsOf(program, d);
  for (const { cone, firstRow, rows } of program.blocks) {
    if (cone.isLinear) continue;
    const largest = largestOf(terms.subarray(firstRow, firstRow + rows));
    program.rows.forEachTerm(firstRow, (column) => stakes[column] = Math.max(stakes[column], largest));
  }
  return stakes;
}

/** Whether no limit stops a direction whose largest entry is 1 in size. */
export function meetsNoLimit(program: Program, d: Float64Array): boolean {
  const { lower, upper } = program;
  const isBounded = d.some((entry, j) =>
    (entry < -ROUNDED_RAY && lower[j] > -Infinity) || (entry > ROUNDED_RAY && upper[j] < Infinity)
  );
  if (isBounded) return false;
  const slacks = withoutConstants(program.rows).evaluate(d), terms = termsOf(program, d);
  return program.blocks.every((block) => block.cone.distance(slacks, block) <= toleranceAlong(block, terms));
}

/**
 * How far a ray may leave the cone of a block: by the rounding error of its rows, or if that is less, by the tolerance
 * of a proof divided by `LARGEST_NUMBER`, the longest step along the ray. The rounding error is a share of the terms of
 * the rows and not of their largest coefficient, because a small coefficient beside a large one can still limit the
 * largest weights.
 */
function toleranceAlong({ firstRow, rows, unit }: Block, terms: Float64Array): number {
  const largest = largestOf(terms.subarray(firstRow, firstRow + rows));
  return Math.max(ROUNDED * largest, toleranceOf({ unit }) / LARGEST_NUMBER);
}

function largestOf(sizes: Float64Array): number {
  return sizes.reduce((most, one) => Math.max(most, one), 0);
}

/** The sum of the absolute terms of each row at a direction. */
function termsOf({ rows }: Program, direction: Float64Array): Float64Array {
  const terms = new Float64Array(rows.length);
  for (let i = 0; i < terms.length; i++) {
    rows.forEachTerm(i, (column, value) => terms[i] += Math.abs(value * direction[column]));
  }
  return terms;
}

/** The program min q'd over the directions that no limit stops and along which P d = 0, with |d_j| ≤ 1. */
export function directionsOf(program: Program): Program {
  const flat = program.quadratic.flatMap(({ offset, size, matrix, factor }) => {
    const rows = matrix === null ? Affine.identity(offset, size) : Affine.product(matrix, offset);
    const largest = matrix === null ? 1 : Math.max(...diagonalEntries(matrix.data, size));
    return largest * factor > 0 ? [rows.times(1 / largest)] : [];
  });
  const rows = Affine.stack([withoutConstants(program.rows), ...flat]);
  const count = rows.length - program.rows.length;
  const curved: Block[] = count === 0 ? [] : [{
    cone: zero,
    firstRow: program.rows.length,
    rows: count,
    label: null,
    unit: 1,
    isDefinition: false,
  }];
  return {
    ...program,
    quadratic: [],
    rows,
    blocks: [...program.blocks, ...curved],
    lower: program.lower.map((low) => low > -Infinity ? 0 : -1),
    upper: program.upper.map((high) => high < Infinity ? 0 : 1),
    hinges: NO_HINGES,
    maxima: [],
    drawdowns: [],
    scale: Affine.constant(1),
    settlers: [],
  };
}

export function withoutConstants(rows: Affine): Affine {
  return rows.length === 0 ? rows : rows.minus(Affine.constants(rows.constant));
}

/** Returns √(P_ii · largest P_jj) for each i, which no entry of row i of P exceeds, because |P_ij| ≤ √(P_ii P_jj). */
function diagonalOf({ size, quadratic }: Program): Float64Array {
  const diagonal = new Float64Array(size);
  for (const { offset, size: count, matrix, factor } of quadratic) {
    for (let i = 0; i < count; i++) {
      diagonal[offset + i] += factor * (matrix === null ? 1 : matrix.data[i * count + i]);
    }
  }
  const largest = diagonal.reduce((most, entry) => Math.max(most, entry), 0);
  return diagonal.map((entry) => Math.sqrt(entry * largest));
}

function diagonalEntries(data: Float64Array, size: number): number[] {
  return Array.from({ length: size }, (_, i) => data[i * size + i]);
}
