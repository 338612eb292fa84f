import { type Fault, jsonPointer } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { SMALLEST_VARIANCE } from "./smallest_variance.ts";

/** Largest difference of two mirrored entries, over the geometric mean of their variances. */
const SYMMETRY_TOLERANCE = 1e-10;
/** Of the correlation matrix: what a matrix written with ten digits loses. */
const SEMIDEFINITE_TOLERANCE = 1e-10;

/** Up to this order whether a matrix is positive semidefinite is known at once; beyond, the kernel has to help. */
const LARGEST_ORDER_AT_ONCE = 150;

/**
 * Why rows of numbers are not the covariance matrix of `order` assets: not square, a negative variance, not symmetric,
 * not positive semidefinite, which of more than 150 assets is left to `largeMatrixFaults`. At most one fault, at a
 * pointer relative to the rows.
 */
export function covarianceMatrixFaults(rows: readonly (readonly number[])[], order: number): Fault[] {
  const fault = shapeFault(rows, order) ?? varianceFault(rows) ?? symmetryFault(rows) ?? definitenessFault(rows);
  return fault === null ? [] : [fault];
}

/** Whether the rest of what `covarianceMatrixFaults` promises is still to be looked at. */
function isLargeMatrix(rows: readonly unknown[]): boolean {
  return rows.length > LARGEST_ORDER_AT_ONCE;
}

/**
 * Why a symmetric matrix of more than 150 assets is not positive semidefinite. By Cholesky's factorisation of the
 * correlations, with as much added to the diagonal as what may be left over in a small matrix.
 */
export function largeMatrixFaults(
  rows: readonly ArrayLike<number>[],
  kernels: Pick<Kernels, "linearAlgebra">,
): Fault[] {
  if (!isLargeMatrix(rows)) return [];
  const n = rows.length;
  const data = correlationsOf(rows);
  for (let i = 0; i < n; i++) data[i * n + i] += n * SEMIDEFINITE_TOLERANCE;
  return kernels.linearAlgebra.cholesky({ rows: n, columns: n, data }) === null ? [INDEFINITE] : [];
}

const INDEFINITE: Fault = {
  pointer: "",
  detail: "The matrix must be positive semidefinite: it has a negative eigenvalue",
};

function shapeFault(rows: readonly (readonly number[])[], order: number): Fault | null {
  if (rows.length !== order) return { pointer: "", detail: `The matrix has ${rows.length} rows for ${order} assets` };
  const odd = rows.findIndex((entries) => entries.length !== order);
  if (odd < 0) return null;
  return { pointer: jsonPointer(odd), detail: `The row has ${rows[odd].length} entries for ${order} assets` };
}

function varianceFault(rows: readonly (readonly number[])[]): Fault | null {
  const i = rows.findIndex((entries, at) => entries[at] < 0);
  return i < 0 ? null : { pointer: jsonPointer(i, i), detail: `A variance must be at least 0, got ${rows[i][i]}` };
}

function symmetryFault(rows: readonly (readonly number[])[]): Fault | null {
  const scales = scalesOf(rows);
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      if (Math.abs(rows[i][j] - rows[j][i]) <= SYMMETRY_TOLERANCE * scales[i] * scales[j]) continue;
      const detail = `The matrix must be symmetric: ${rows[i][j]} here, ${rows[j][i]} at its mirror image`;
      return { pointer: jsonPointer(i, j), detail };
    }
  }
  return null;
}

function definitenessFault(rows: readonly (readonly number[])[]): Fault | null {
  return isLargeMatrix(rows) || isPositiveSemidefinite(correlationsOf(rows), rows.length) ? null : INDEFINITE;
}

/**
 * The volatilities; for an asset without variance, or one lost in underflow, the largest, so that its entries are
 * judged too.
 */
function scalesOf(rows: readonly ArrayLike<number>[]): Float64Array {
  const largest = rows.reduce((most, entries, i) => Math.max(most, entries[i]), SMALLEST_VARIANCE);
  return Float64Array.from(rows, (entries, i) => Math.sqrt(entries[i] >= SMALLEST_VARIANCE ? entries[i] : largest));
}

function correlationsOf(rows: readonly ArrayLike<number>[]): Float64Array {
  const n = rows.length;
  const scales = scalesOf(rows);
  const correlations = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      correlations[i * n + j] = (rows[i][j] + rows[j][i]) / 2 / (scales[i] * scales[j]);
    }
  }
  return correlations;
}

/**
 * Cholesky's factorisation with complete pivoting, in place, until no pivot is left above the tolerance: the rest is
 * then zero up to it where the matrix is positive semidefinite. Higham, N. J. (2002), Accuracy and Stability of
 * Numerical Algorithms, 2nd edition, section 10.3, SIAM.
 */
function isPositiveSemidefinite(a: Float64Array, n: number): boolean {
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (a[i * n + i] > a[best * n + best]) best = i;
    exchange(a, n, { first: k, second: best });
    const pivot = a[k * n + k];
    if (pivot <= SEMIDEFINITE_TOLERANCE) return isZeroFrom(a, n, k);
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / pivot;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return true;
}

/** Swaps two rows and the two columns alike. */
function exchange(a: Float64Array, n: number, { first, second }: { first: number; second: number }): void {
  if (first === second) return;
  for (let j = 0; j < n; j++) {
    [a[first * n + j], a[second * n + j]] = [a[second * n + j], a[first * n + j]];
  }
  for (let i = 0; i < n; i++) {
    [a[i * n + first], a[i * n + second]] = [a[i * n + second], a[i * n + first]];
  }
}

function isZeroFrom(a: Float64Array, n: number, k: number): boolean {
  for (let i = k; i < n; i++) {
    for (let j = k; j < n; j++) if (Math.abs(a[i * n + j]) > n * SEMIDEFINITE_TOLERANCE) return false;
  }
  return true;
}
