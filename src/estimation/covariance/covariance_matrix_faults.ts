import { type Fault, jsonPointer } from "../../domain/errors.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { SMALLEST_VARIANCE } from "./smallest_variance.ts";

/**
 * Largest accepted difference between two mirrored entries of a covariance matrix, relative to the geometric mean of
 * their variances.
 */
const SYMMETRY_TOLERANCE = 1e-10;
/**
 * Tolerance for a negative eigenvalue of the correlations of a covariance matrix, to be multiplied by the number of
 * assets. It is the rounding of a matrix written with ten digits.
 */
const SEMIDEFINITE_TOLERANCE = 1e-10;

/** Relative precision of the smallest eigenvalue that an error message shows. */
const EIGENVALUE_DIGITS = 1e-4;

/**
 * Largest number of assets for which a covariance matrix is tested for positive semidefiniteness at once, in the
 * current thread. A larger matrix needs the kernel.
 */
const LARGEST_ORDER_AT_ONCE = 150;

/**
 * Returns why rows of numbers are not the covariance matrix of `order` assets: not square, a negative variance, not
 * symmetric, or not positive semidefinite. The last test is left to `largeMatrixFaults` for more than 150 assets.
 * That test is left out where the matrix will be repaired. Returns at most one fault, with a JSON pointer relative to
 * the rows.
 */
export function covarianceMatrixFaults(
  rows: readonly (readonly number[])[],
  order: number,
  { isRepaired = false }: { readonly isRepaired?: boolean } = {},
): Fault[] {
  const fault = shapeFault(rows, order) ?? varianceFault(rows) ?? symmetryFault(rows) ??
    (isRepaired ? null : definitenessFault(rows));
  return fault === null ? [] : [fault];
}

/**
 * Whether a covariance matrix is so large that `covarianceMatrixFaults` does not test it for positive semidefiniteness.
 */
function isLargeMatrix(rows: readonly unknown[]): boolean {
  return rows.length > LARGEST_ORDER_AT_ONCE;
}

/**
 * Returns why a symmetric matrix of more than 150 assets is not positive semidefinite, by the criterion used for
 * smaller ones.
 */
export function largeMatrixFaults(
  rows: readonly ArrayLike<number>[],
  kernels: Pick<Kernels, "linearAlgebra">,
): Fault[] {
  if (!isLargeMatrix(rows)) return [];
  const n = rows.length;
  const limit = n * SEMIDEFINITE_TOLERANCE;
  const correlations = correlationsOf(rows);
  const raised = correlations.map((entry, at) => at % (n + 1) === 0 ? entry + limit : entry);
  if (kernels.linearAlgebra.cholesky({ rows: n, columns: n, data: raised }) !== null) return [];
  const { values } = kernels.linearAlgebra.eigen({ rows: n, columns: n, data: correlations });
  return [indefinite(values[0], limit)];
}

function indefinite(eigenvalue: number, limit: number): Fault {
  const [found, least] = [eigenvalue, -limit].map((value) => Number(value.toPrecision(3)));
  const detail = "The matrix must be positive semidefinite: " +
    `its correlations have an eigenvalue of ${found}, below the limit of ${least} that rounding may leave`;
  return { pointer: "", detail };
}

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
  if (isLargeMatrix(rows)) return null;
  const n = rows.length, limit = n * SEMIDEFINITE_TOLERANCE;
  const correlations = correlationsOf(rows);
  if (isPositiveDefinite(correlations, n, limit)) return null;
  return indefinite(smallestEigenvalue(correlations, n, limit), limit);
}

/**
 * Returns the volatility of each asset, the square root of its entry on the diagonal of a covariance matrix. An asset
 * without variance, or with one lost in underflow, gets the largest volatility, so that its entries are checked too.
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

/** Whether a correlation matrix with `shift` added to its diagonal is positive definite, by Cholesky factorisation. */
function isPositiveDefinite(correlations: Float64Array, n: number, shift: number): boolean {
  const factor = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = correlations[i * n + j];
      for (let k = 0; k < j; k++) rest -= factor[i * n + k] * factor[j * n + k];
      if (j < i) factor[i * n + j] = rest / factor[j * n + j];
      else if (rest + shift > 0) factor[i * n + i] = Math.sqrt(rest + shift);
      else return false;
    }
  }
  return true;
}

/**
 * Returns the smallest eigenvalue of a correlation matrix to three digits, given that it is below -`least`. Bisects,
 * below Gershgorin's bound, for the smallest shift of the diagonal with a Cholesky factorisation.
 */
function smallestEigenvalue(correlations: Float64Array, n: number, least: number): number {
  const sizes = Array.from({ length: n }, (_, i) => correlations.subarray(i * n, (i + 1) * n).map(Math.abs));
  let low = least, high = Math.max(...sizes.map((row) => row.reduce((sum, entry) => sum + entry)));
  while (high > low * (1 + EIGENVALUE_DIGITS)) {
    const middle = Math.sqrt(low * high);
    if (isPositiveDefinite(correlations, n, middle)) high = middle;
    else low = middle;
  }
  return -high;
}
