import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Eigen, LinearAlgebra } from "../../kernels/linear_algebra.ts";
import { correlationsOf } from "../correlations_of.ts";
import { nearestCorrelations } from "./nearest_correlations.ts";
import type { RepairKind } from "./repair_kind.ts";
import { volatilitiesOf } from "./volatilities_of.ts";

/**
 * Type of a usable covariance matrix, with a report on the changes that made the estimated or the caller's matrix
 * usable.
 */
export interface CovarianceEstimate {
  readonly matrix: Matrix;
  /** Changes to the covariance matrix; null if none were made, in which case `matrix` is the original object. */
  readonly repair: CovarianceRepair | null;
}

/** Report on the repair of a covariance matrix, in the unit of the matrix. */
export interface CovarianceRepair {
  readonly kind: RepairKind;
  /**
   * Smallest eigenvalue of the covariance matrix before the repair, at most 0 and accurate up to rounding of the
   * largest eigenvalue.
   */
  readonly smallestEigenvalue: number;
  /** Largest absolute change that the repair made to an entry of the covariance matrix. */
  readonly largestChange: number;
}

/**
 * Makes a symmetric n × n matrix S positive semidefinite, if it is not so up to rounding. Adds D(Σ -λ vv')D over the
 * negative eigenvalues λ and eigenvectors v of the correlations C = D⁻¹SD⁻¹, where D holds the volatilities. This makes
 * those eigenvalues 0, and no matrix without negative eigenvalues is nearer to C: Higham, N. J. (1988), Computing a
 * nearest symmetric positive semidefinite matrix, Linear Algebra and its Applications 103, 103-118, theorem 2.1.
 *
 * The correlations decide, because an eigenvalue of -1e-16 is rounding beside a variance of 1, but not beside one of
 * 1e-12. The change is added to S instead of rebuilding S from eigenvectors, so that no entry is rounded more than
 * once. Variances are also raised by the remaining rounding error, so that the matrix is positive semidefinite in
 * floating-point arithmetic.
 *
 * Of kind `nearest` the variances are kept instead: the correlations become the nearest ones of unit diagonal that are
 * positive semidefinite.
 *
 * An asset without variance cannot covary with another, so such covariances become 0.
 */
export function repairCovariance(
  estimated: Matrix,
  linearAlgebra: LinearAlgebra,
  kind: RepairKind = "clip",
): CovarianceEstimate {
  const volatilities = volatilitiesOf(estimated);
  const cleared = clearedWithoutVariance(estimated, volatilities);
  const flaw = flawOf(cleared, volatilities, linearAlgebra);
  if (cleared === estimated && flaw === null) return { matrix: estimated, repair: null };
  const repaired = flaw === null ? cleared : REPAIRS[kind](cleared, { flaw, volatilities }, linearAlgebra);
  // Rounding beside large variances hides a negative eigenvalue of small variances. The bound from the correlations
  // replaces the computed eigenvalue if it is lower.
  const ofMatrix = linearAlgebra.eigen(estimated).values[0];
  const shown = flaw === null ? 0 : shownByMatrix(flaw, volatilities);
  return {
    matrix: repaired,
    repair: {
      kind,
      smallestEigenvalue: Math.min(ofMatrix, shown),
      largestChange: largestDifference(estimated, repaired),
    },
  };
}

/**
 * Returns the rounding error of an eigenvalue of n × n correlations. Each entry is off by a few units in its last
 * place, and n columns of such errors move an eigenvalue by at most n times as much.
 */
function roundingOf(n: number): number {
  return 4 * n * Number.EPSILON;
}

/**
 * Sets the covariances of assets without variance, and a negative variance, to 0. Returns the covariance matrix itself
 * if there is nothing to change.
 */
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

/**
 * Returns the eigenvalues and eigenvectors of the correlations of a covariance matrix; null if no eigenvalue is
 * negative beyond rounding.
 */
function flawOf(covariance: Matrix, volatilities: Float64Array, linearAlgebra: LinearAlgebra): Eigen | null {
  const rounding = roundingOf(covariance.rows);
  const raised = withVariancesRaised(covariance, rounding);
  if (isPositiveDefinite(raised, volatilities, linearAlgebra)) return null;
  const eigen = linearAlgebra.eigen(correlationsOf(covariance, volatilities));
  return eigen.values[0] >= -rounding ? null : eigen;
}

/**
 * Whether a covariance matrix is positive definite, by Cholesky factorisation, which is independent of the scale of
 * each asset. Assets without variance are ignored.
 */
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

/** What a repair knows of a covariance matrix: its volatilities, and eigenvalues of its correlations. */
interface Flawed {
  readonly flaw: Eigen;
  readonly volatilities: Float64Array;
}

const REPAIRS: Readonly<Record<RepairKind, (of: Matrix, by: Flawed, linearAlgebra: LinearAlgebra) => Matrix>> = {
  clip: withFlawRaised,
  nearest: withVariancesKept,
};

/** The nearest correlations with the volatilities of the covariance matrix. */
function withVariancesKept(covariance: Matrix, { volatilities }: Flawed, linearAlgebra: LinearAlgebra): Matrix {
  const n = covariance.rows;
  const { data } = nearestCorrelations(correlationsOf(covariance, volatilities), linearAlgebra);
  return matrix(
    n,
    n,
    covariance.data.map((entry, at) => {
      const i = Math.floor(at / n), j = at % n;
      return i === j ? entry : data[at] * volatilities[i] * volatilities[j];
    }),
  );
}

function withFlawRaised(
  covariance: Matrix,
  { flaw: { values, vectors }, volatilities }: Flawed,
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

/**
 * Returns an upper bound on the smallest eigenvalue of a covariance matrix S: y'Sy / y'y for y = D⁻¹v, where v is the
 * first eigenvector of the correlations and D holds the volatilities.
 */
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
