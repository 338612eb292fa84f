import { type Matrix, matrix, quadraticForm } from "../../domain/matrix.ts";
import type { Core } from "../../kernels/types.ts";

/** sqrt(w'Sw), per period. */
export function volatilityOf(weights: Float64Array, covariance: Matrix): number {
  return Math.sqrt(Math.max(0, quadraticForm(covariance, weights)));
}

/** Below it a factor of Cholesky keeps at least half of the digits. */
const WELL_CONDITIONED = 1e8;

/** Eigenvalues below this share of the largest are rounding. */
const ROUNDING = 1e-14;

/** F with S = F'F, so that sqrt(w'Sw) is the norm of F w: the factor of Cholesky, or of the eigenvalues above rounding where S is singular. */
export function volatilityFactor(covariance: Matrix, core: Core): Matrix {
  const n = covariance.rows;
  const cholesky = core.cholesky(covariance);
  if (cholesky !== null && cholesky.conditionEstimate < WELL_CONDITIONED) return transposed(cholesky.lower);
  const { values, vectors } = core.eigen(covariance);
  const largest = Math.max(0, values[n - 1]);
  const kept = Array.from(values.keys()).filter((k) => values[k] > ROUNDING * largest);
  const factor = matrix(kept.length, n);
  kept.forEach((k, row) => {
    const root = Math.sqrt(values[k]);
    for (let i = 0; i < n; i++) factor.data[row * n + i] = root * vectors.data[i * n + k];
  });
  return factor;
}

/** The volatility of the asset that has most, 1 where none has any: a unit for programs. */
export function largestVolatility(covariance: Matrix): number {
  let largest = 0;
  for (let k = 0; k < covariance.data.length; k += covariance.rows + 1) largest = Math.max(largest, covariance.data[k]);
  return Math.sqrt(largest) || 1;
}

function transposed({ rows, columns, data }: Matrix): Matrix {
  const across = matrix(columns, rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) across.data[j * rows + i] = data[i * columns + j];
  }
  return across;
}
