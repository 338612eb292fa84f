import { columnsOf, type Matrix, matrix, maximumNorm, transposed } from "../../domain/matrix.ts";
import type { Eigen, LinearAlgebra } from "../../kernels/linear_algebra.ts";

/** Newton steps; from any start less than twenty are taken. */
const MOST_STEPS = 200;
/** Steps of conjugate gradients in one Newton step. */
const MOST_DIRECTIONS = 200;
/** Halvings of a Newton step that does not lower the dual function enough. */
const MOST_HALVINGS = 30;
/** Share of the expected descent that a step must bring (Armijo). */
const DESCENT = 1e-4;
/** What is added to the generalised Hessian, so that it can be inverted. */
const RIDGE = 1e-12;

/**
 * Returns the positive semidefinite matrix of unit diagonal that is nearest, in the Frobenius norm, to a symmetric
 * matrix C of unit diagonal: Higham, N. J. (2002), Computing the nearest correlation matrix, IMA Journal of Numerical
 * Analysis 22, 329-343. Alternating projections take hundreds of eigenvalue problems. Newton's method on the dual
 * function ½‖(C + Diag y)₊‖² - Σ y takes about seven: Qi, H., Sun, D. (2006), A quadratically convergent Newton method
 * for computing the nearest correlation matrix, SIAM Journal on Matrix Analysis and Applications 28, 360-385.
 *
 * The answer is off the nearest matrix by rounding alone. Its entries beside the diagonal are smaller by so much that
 * it is positive semidefinite in floating-point arithmetic.
 */
export function nearestCorrelations(of: Matrix, linearAlgebra: LinearAlgebra): Matrix {
  const rounding = 4 * of.rows * Number.EPSILON;
  let at = dualAt(of, new Float64Array(of.rows), linearAlgebra);
  for (let step = 0; step < MOST_STEPS && maximumNorm(at.slope) > rounding; step++) {
    const next = lower(of, at, linearAlgebra);
    if (next === null) break;
    at = next;
  }
  return ofUnitDiagonal(at.projected, rounding);
}

/** The dual function at some multipliers of the diagonal, and what it is made of. */
interface Dual {
  readonly multipliers: Float64Array;
  /** Negative eigenvalues come first. */
  readonly eigen: Eigen;
  /** The number of negative eigenvalues. */
  readonly negative: number;
  /** (C + Diag y)₊, the matrix that the multipliers stand for. */
  readonly projected: Matrix;
  readonly value: number;
  /** How far the diagonal of the matrix is from 1. */
  readonly slope: Float64Array;
}

function dualAt(of: Matrix, multipliers: Float64Array, linearAlgebra: LinearAlgebra): Dual {
  const n = of.rows;
  const shifted = matrix(n, n, of.data.slice());
  multipliers.forEach((shift, i) => shifted.data[i * n + i] += shift);
  const eigen = linearAlgebra.eigen(shifted);
  const negative = eigen.values.filter((value) => value < 0).length;
  const projected = projectionOf(eigen, negative, linearAlgebra);
  const slope = Float64Array.from(multipliers, (_, i) => projected.data[i * n + i] - 1);
  const square = eigen.values.reduce((sum, value) => value > 0 ? sum + value * value : sum, 0);
  const value = square / 2 - multipliers.reduce((sum, shift) => sum + shift, 0);
  return { multipliers, eigen, negative, projected, value, slope };
}

/** The positive part of a matrix by its eigenvalues. */
function projectionOf({ values, vectors }: Eigen, negative: number, linearAlgebra: LinearAlgebra): Matrix {
  const n = values.length, positive = n - negative;
  if (positive === 0) return matrix(n, n);
  const roots = matrix(positive, n);
  for (let k = 0; k < positive; k++) {
    const root = Math.sqrt(values[negative + k]);
    for (let i = 0; i < n; i++) roots.data[k * n + i] = root * vectors.data[i * n + negative + k];
  }
  return linearAlgebra.crossProduct(roots);
}

/** The dual function after a Newton step that lowers it; null where rounding leaves none. */
function lower(of: Matrix, at: Dual, linearAlgebra: LinearAlgebra): Dual | null {
  const direction = newtonDirection(at, linearAlgebra);
  const descent = direction.reduce((sum, entry, i) => sum + entry * at.slope[i], 0);
  for (let halvings = 0, share = 1; halvings < MOST_HALVINGS; halvings++, share /= 2) {
    const next = dualAt(of, at.multipliers.map((shift, i) => shift + share * direction[i]), linearAlgebra);
    // Near the end the values differ by their rounding alone, and the slope decides.
    if (maximumNorm(next.slope) < maximumNorm(at.slope) / 2) return next;
    if (next.value <= at.value + DESCENT * share * descent && maximumNorm(next.slope) < maximumNorm(at.slope)) {
      return next;
    }
    if (next.value < at.value + DESCENT * share * descent && next.value < at.value) return next;
  }
  return null;
}

/** The direction d with V d = -slope, for the generalised Hessian V, by conjugate gradients. */
function newtonDirection(at: Dual, linearAlgebra: LinearAlgebra): Float64Array {
  const times = hessianOf(at, linearAlgebra);
  const direction = new Float64Array(at.slope.length), rest = at.slope.map((entry) => -entry);
  const enough = Math.min(0.1, maximumNorm(at.slope)) * Math.sqrt(squareOf(rest));
  let along = rest.slice(), square = squareOf(rest);
  for (let k = 0; k < MOST_DIRECTIONS && Math.sqrt(square) > enough; k++) {
    const image = times(along);
    const share = square / along.reduce((sum, entry, i) => sum + entry * image[i], 0);
    along.forEach((entry, i) => {
      direction[i] += share * entry;
      rest[i] -= share * image[i];
    });
    const before = square;
    square = squareOf(rest);
    along = rest.map((entry, i) => entry + square / before * along[i]);
  }
  return direction;
}

/**
 * Returns the second derivatives of the dual problem (its generalised Hessian) as a function that multiplies them by a
 * vector h. For the eigenvectors Q of the current matrix the product is the diagonal of Q (Ω ∘ Q' Diag h Q) Q', where Ω
 * is 1 for two positive eigenvalues, 0 for two negative ones and λ / (λ - μ) for a positive λ and a negative μ. It is
 * computed from what Ω leaves out, in as many rows as there are negative eigenvalues.
 */
function hessianOf({ eigen: { values, vectors }, negative }: Dual, linearAlgebra: LinearAlgebra) {
  const n = values.length;
  const below = columnsOf(vectors, Array.from({ length: negative }, (_, k) => k));
  const across = transposed(vectors), belowAcross = transposed(below);
  return (h: Float64Array): Float64Array => {
    if (negative === 0) return h.map((entry) => (1 + RIDGE) * entry);
    const scaled = matrix(negative, n);
    belowAcross.data.forEach((entry, at) => scaled.data[at] = entry * h[at % n]);
    const inner = linearAlgebra.multiply(scaled, vectors);
    for (let j = 0; j < negative; j++) {
      for (let k = negative; k < n; k++) inner.data[j * n + k] *= -2 * values[j] / (values[k] - values[j]);
    }
    const left = linearAlgebra.multiply(inner, across);
    return h.map((entry, i) => {
      let out = 0;
      for (let j = 0; j < negative; j++) out += below.data[i * negative + j] * left.data[j * n + i];
      return (1 + RIDGE) * entry - out;
    });
  };
}

/** A matrix scaled to a diagonal of 1, with the other entries smaller by a rounding error. */
function ofUnitDiagonal({ rows: n, data }: Matrix, rounding: number): Matrix {
  const scales = Float64Array.from({ length: n }, (_, i) => Math.sqrt(data[i * n + i]));
  const scaled = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      scaled.data[i * n + j] = i === j ? 1 : data[i * n + j] / (scales[i] * scales[j]) * (1 - rounding);
    }
  }
  return scaled;
}

function squareOf(of: Float64Array): number {
  return of.reduce((sum, entry) => sum + entry * entry, 0);
}
