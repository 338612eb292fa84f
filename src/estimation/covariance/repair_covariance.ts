import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Eigen, LinearAlgebra } from "../../kernels/linear_algebra.ts";
import { correlationsOf } from "../correlations_of.ts";
import { volatilitiesOf } from "./volatilities_of.ts";

/** A covariance matrix to compute with, and what was changed of the one that was estimated or given. */
export interface CovarianceEstimate {
  readonly matrix: Matrix;
  /** Null where nothing was: the matrix is then the very one. */
  readonly repair: CovarianceRepair | null;
}

/** In the unit of the matrix. */
export interface CovarianceRepair {
  /** Before the repair, at most 0; off by rounding of the largest eigenvalue. */
  readonly smallestEigenvalue: number;
  /** Of an entry, in size. */
  readonly largestChange: number;
}

/**
 * A symmetric matrix S, n × n, made positive semidefinite where it is not so to rounding: S + D(Σ -λ vv')D over the
 * negative eigenvalues λ and eigenvectors v of the correlations C = D⁻¹SD⁻¹, D the volatilities, which makes those
 * eigenvalues 0. No matrix without negative eigenvalues is nearer to C: Higham, N. J. (1988), Computing a nearest
 * symmetric positive semidefinite matrix, Linear Algebra and its Applications 103, 103-118, theorem 2.1. By the
 * correlations, since beside a variance of 1 an eigenvalue of -1e-16 is rounding, and beside one of 1e-12 it is not;
 * added to S instead of composed anew, so that no entry is rounded more than once. Variances are raised by what is
 * rounding besides: the matrix is positive semidefinite in the arithmetic of whoever computes with it.
 *
 * An asset without variance has no covariance with any other: where it has one, that becomes 0.
 */
export function repairCovariance(estimated: Matrix, linearAlgebra: LinearAlgebra): CovarianceEstimate {
  const volatilities = volatilitiesOf(estimated);
  const cleared = clearedWithoutVariance(estimated, volatilities);
  const flaw = flawOf(cleared, volatilities, linearAlgebra);
  if (cleared === estimated && flaw === null) return { matrix: estimated, repair: null };
  const repaired = flaw === null ? cleared : withFlawRaised(cleared, { flaw, volatilities }, linearAlgebra);
  // Beside large variances the eigenvalue of small ones is lost in rounding: hence what shows of it, if that is lower.
  const ofMatrix = linearAlgebra.eigen(estimated).values[0];
  const shown = flaw === null ? 0 : shownByMatrix(flaw, volatilities);
  return {
    matrix: repaired,
    repair: {
      smallestEigenvalue: Math.min(ofMatrix, shown),
      largestChange: largestDifference(estimated, repaired),
    },
  };
}

/**
 * What is rounding of an eigenvalue of the correlations: entries of n columns, each off by a few units in its last
 * place, move one by no more than n times that.
 */
function roundingOf(n: number): number {
  return 4 * n * Number.EPSILON;
}

/** The matrix without covariances of assets that have no variance; itself where it has none. */
function clearedWithoutVariance(estimated: Matrix, volatilities: Float64Array): Matrix {
  const n = estimated.rows;
  let cleared = estimated;
  volatilities.forEach((volatility, i) => {
    if (volatility > 0) return;
    for (let j = 0; j < n; j++) {
      const entry = estimated.data[i * n + j];
      if (j === i ? entry >= 0 : entry === 0) continue;
      if (cleared === estimated) cleared = matrix(n, n, estimated.data.slice());
      cleared.data[i * n + j] = cleared.data[j * n + i] = 0;
    }
  });
  return cleared;
}

/** The eigenvalues of the correlations; null where none is below 0 but for rounding. */
function flawOf(covariance: Matrix, volatilities: Float64Array, linearAlgebra: LinearAlgebra): Eigen | null {
  const rounding = roundingOf(covariance.rows);
  const raised = withVariancesRaised(covariance, rounding);
  if (isPositiveDefinite(raised, volatilities, linearAlgebra)) return null;
  const eigen = linearAlgebra.eigen(correlationsOf(covariance, volatilities));
  return eigen.values[0] >= -rounding ? null : eigen;
}

/** By Cholesky's factorisation, which scales assets against each other as it goes. */
function isPositiveDefinite(covariance: Matrix, volatilities: Float64Array, linearAlgebra: LinearAlgebra): boolean {
  const n = covariance.rows;
  volatilities.forEach((volatility, i) => {
    if (volatility === 0) covariance.data[i * n + i] = 1;
  });
  return linearAlgebra.cholesky(covariance) !== null;
}

function withVariancesRaised({ rows: n, data }: Matrix, share: number): Matrix {
  const raised = matrix(n, n, data.slice());
  for (let i = 0; i < n; i++) raised.data[i * n + i] *= 1 + share;
  return raised;
}

function withFlawRaised(
  covariance: Matrix,
  { flaw: { values, vectors }, volatilities }: { readonly flaw: Eigen; readonly volatilities: Float64Array },
  linearAlgebra: LinearAlgebra,
): Matrix {
  const n = covariance.rows;
  const negative = values.filter((value) => value < 0);
  const roots = matrix(negative.length, n);
  negative.forEach((value, k) => {
    for (let i = 0; i < n; i++) roots.data[k * n + i] = Math.sqrt(-value) * volatilities[i] * vectors.data[i * n + k];
  });
  const raised = withVariancesRaised(covariance, roundingOf(n));
  linearAlgebra.crossProduct(roots).data.forEach((entry, at) => raised.data[at] += entry);
  return raised;
}

/** y'Sy / y'y of y = D⁻¹v by the first eigenvector v, which the smallest eigenvalue of S is not above. */
function shownByMatrix({ values: [smallest], vectors }: Eigen, volatilities: Float64Array): number {
  let length = 0;
  volatilities.forEach((volatility, i) => {
    if (volatility > 0) length += (vectors.data[i * volatilities.length] / volatility) ** 2;
  });
  return smallest / length;
}

function largestDifference(a: Matrix, b: Matrix): number {
  return a.data.reduce((most, entry, k) => Math.max(most, Math.abs(entry - b.data[k])), 0);
}
