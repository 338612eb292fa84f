import { type Matrix, matrix } from "../../../domain/matrix.ts";
import type { LinearAlgebra } from "../../../kernels/linear_algebra.ts";
import type { Program, QuadraticTerm, Variables } from "../../program/program.ts";
import { CLEARLY_CONVEX, LEAST_PART, SAFE_EIGENVALUE } from "../../program/rounding.ts";

/**
 * A quadratic objective ½ factor w'Mw split into a diagonal D and a convex rest M - D. A fixed variable may follow the
 * weights, such as the part of a benchmark. Its cost is a constant, so its entry of M may be raised until the rest is
 * convex.
 */
export interface Perspective {
  readonly term: QuadraticTerm;
  /** M - D, with a row and column for each variable of the term. */
  readonly rest: Matrix;
  /** Diagonal of D, an entry for each weight. */
  readonly diagonal: Float64Array;
  /**
   * What the rest and the diagonal leave of the objective: minus the cost of the part by which the entry of the fixed
   * variable was raised, 0 without such a variable.
   */
  readonly constant: number;
}

/** Each sweep raises each entry of D by this share of the largest raise that keeps M - D convex. */
const RAISED = 0.5;
const SWEEPS = 4;
/** Most variables for which the diagonal is raised entry by entry. Each entry takes work quadratic in them. */
const RAISED_AT_MOST = 200;

/**
 * Computes the perspective of a program whose objective is quadratic in all its weights. D starts as the diagonal of M
 * times the least eigenvalue of the correlation matrix. Each entry is then raised in turn by half of the largest raise
 * that keeps M - D convex, 1 / ((M - D)⁻¹)_ii. Returns null for any other objective and for a singular matrix.
 */
export function perspectiveOf(
  program: Program,
  { offset, count }: Variables,
  linearAlgebra: LinearAlgebra,
): Perspective | null {
  const { quadratic } = program, [term] = quadratic;
  if (quadratic.length !== 1 || term.matrix === null || term.offset !== offset) return null;
  const isBeside = term.size === count + 1;
  if (!isBeside && term.size !== count) return null;
  const fixed = isBeside ? fixedValue(program, offset + count) : 0;
  if (fixed === null) return null;
  const M = leading(term.matrix, count), n = count;
  const spread = Float64Array.from({ length: n }, (_, i) => Math.sqrt(M.data[i * (n + 1)]));
  if (!spread.every((one) => one > 0)) return null;
  const scaled = matrix(n, n, M.data.map((entry, k) => entry / spread[Math.floor(k / n)] / spread[k % n]));
  const share = SAFE_EIGENVALUE * linearAlgebra.eigen(scaled).values[0];
  if (!(share > LEAST_PART)) return null;
  const diagonal = spread.map((one) => share * one * one);
  const raised = n <= RAISED_AT_MOST ? raisedDiagonal(M, diagonal) : diagonal;
  for (const one of [raised, diagonal]) {
    const rest = without(M, one);
    // A Cholesky factor shows that no eigenvalue is negative, whatever the rounding of the inverse.
    if (linearAlgebra.cholesky(rest) === null) continue;
    if (!isBeside) return { term, rest, diagonal: one, constant: 0 };
    const beside = besideFixed(rest, term.matrix);
    if (beside === null || linearAlgebra.cholesky(beside.rest) === null) continue;
    return { term, rest: beside.rest, diagonal: one, constant: -0.5 * term.factor * beside.raisedBy * fixed ** 2 };
  }
  return null;
}

/** Value of a fixed variable, or null if it may move. */
function fixedValue({ lower, upper }: Program, j: number): number | null {
  return lower[j] === upper[j] ? lower[j] : null;
}

/** The first n rows and columns of a matrix. */
function leading({ columns, data }: Matrix, n: number): Matrix {
  const block = matrix(n, n);
  for (let i = 0; i < n; i++) block.data.set(data.subarray(i * columns, i * columns + n), i * n);
  return block;
}

/**
 * Returns the matrix with the last row and column of `whole`, with the last entry raised until the result is convex.
 */
function besideFixed(rest: Matrix, whole: Matrix): { readonly rest: Matrix; readonly raisedBy: number } | null {
  const n = rest.rows, inverse = inverseOf(rest), last = whole.data.subarray(n * (n + 1));
  if (inverse === null) return null;
  const wide = matrix(n + 1, n + 1);
  let needed = 0;
  for (let i = 0; i < n; i++) {
    wide.data.set(rest.data.subarray(i * n, (i + 1) * n), i * (n + 1));
    wide.data[i * (n + 1) + n] = wide.data[n * (n + 1) + i] = last[i];
    for (let j = 0; j < n; j++) needed += last[i] * inverse[i * n + j] * last[j];
  }
  const entry = Math.max(last[n], CLEARLY_CONVEX * needed);
  wide.data[n * (n + 2)] = entry;
  return { rest: wide, raisedBy: entry - last[n] };
}

function without(M: Matrix, diagonal: Float64Array): Matrix {
  const rest = matrix(M.rows, M.columns, M.data.slice());
  for (let i = 0; i < M.rows; i++) rest.data[i * (M.rows + 1)] -= diagonal[i];
  return rest;
}

function raisedDiagonal(M: Matrix, from: Float64Array): Float64Array {
  const n = M.rows, diagonal = from.slice(), inverse = inverseOf(without(M, from));
  if (inverse === null) return from;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let i = 0; i < n; i++) {
      const own = inverse[i * n + i], by = RAISED / own;
      if (!(by > 0 && Number.isFinite(by))) return from;
      diagonal[i] += by;
      // Updates the inverse of A = M - D after A_ii falls by `by` (Sherman and Morrison): with the unit vector e of i,
      // (A - by e e')⁻¹ = A⁻¹ + by A⁻¹e e'A⁻¹ / (1 - by e'A⁻¹e), where by e'A⁻¹e is `RAISED`.
      const column = Float64Array.from({ length: n }, (_, j) => inverse[j * n + i]), factor = by / (1 - RAISED);
      for (let j = 0; j < n; j++) {
        const scale = factor * column[j];
        for (let k = 0, at = j * n; k < n; k++, at++) inverse[at] += scale * column[k];
      }
    }
  }
  return diagonal.map((entry, i) => from[i] + SAFE_EIGENVALUE * (entry - from[i]));
}

/**
 * Returns the inverse of a positive definite matrix by elimination without pivoting, or null if a pivot is not
 * positive.
 */
function inverseOf({ rows: n, data }: Matrix): Float64Array | null {
  const a = data.slice(), inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) inverse[i * (n + 1)] = 1;
  for (let k = 0; k < n; k++) {
    const pivot = a[k * (n + 1)];
    if (!(pivot > 0)) return null;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const by = a[i * n + k] / pivot;
      if (by === 0) continue;
      for (let j = k; j < n; j++) a[i * n + j] -= by * a[k * n + j];
      for (let j = 0; j < n; j++) inverse[i * n + j] -= by * inverse[k * n + j];
    }
    for (let j = k; j < n; j++) a[k * n + j] /= pivot;
    for (let j = 0; j < n; j++) inverse[k * n + j] /= pivot;
  }
  return inverse;
}
