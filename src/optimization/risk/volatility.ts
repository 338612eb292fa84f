import { type Matrix, matrix, timesVector, transposed } from "../../domain/matrix.ts";
import { volatilities, volatilityOf } from "../../measures/portfolio_volatility.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/**
 * Volatility by the estimated covariance, sqrt(w'Sw): the norm of F w, where S = F'F. Markowitz (1952), Portfolio
 * selection, Journal of Finance 7.
 */
export const volatility: RiskMeasure<NoParameters> = {
  id: "volatility",
  name: "volatility",
  documentation: {
    title: "Volatility",
    formula: "sqrt(w'Sw), S the covariance",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The standard deviation of the portfolio's return by the estimated covariance; annual in limits.",
  },
  parameters: noParameters,
  needsHistory: false,
  isNeverNegative: true,
  isAnnual: true,
  express(program, weights, { problem, kernels, unit }) {
    const parts = weights.mapped(volatilityFactor(problem.covariance, kernels.linearAlgebra)).times(1 / unit);
    return program.norm(parts);
  },
  minimise(program, weights, { problem, unit }) {
    program.minimizeQuadratic(weights, problem.covariance, 1 / unit ** 2);
  },
  value: (weights, { problem }) => volatilityOf(weights, problem.covariance),
  gradient(weights, { problem: { covariance } }) {
    const own = volatilityOf(weights, covariance);
    return own === 0 ? null : timesVector(covariance, weights).map((entry) => entry / own);
  },
};

/**
 * A Cholesky factor is used only of a matrix with a smaller condition number: it then keeps at least half of the
 * digits.
 */
const WELL_CONDITIONED = 1e8;

/** Eigenvalues of at most this share of the largest are rounding. The factor leaves them out. */
const ROUNDING = 1e-14;

/**
 * Returns F with S = F'F, so that sqrt(w'Sw) = ‖F w‖. F = G D, where D holds powers of two near the volatilities, which
 * round nothing, and G is a factor of D⁻¹ S D⁻¹. The diagonal of that matrix is near 1, so that small volatilities keep
 * their digits beside large ones. G is the Cholesky factor, or, if S is nearly singular, the eigenvectors times the
 * roots of their eigenvalues, without those that are rounding. An asset without volatility has a column of zeros in F:
 * eigenvectors of small eigenvalues would mix it with other assets.
 */
export function volatilityFactor(covariance: Matrix, linearAlgebra: LinearAlgebra): Matrix {
  const n = covariance.rows, own = volatilities(covariance);
  const moving = Array.from(own.keys()).filter((i) => own[i] > 0), count = moving.length;
  const units = Float64Array.from(moving, (i) => 2 ** Math.round(Math.log2(own[i])));
  const scaled = matrix(count, count);
  moving.forEach((i, row) =>
    moving.forEach((j, k) => scaled.data[row * count + k] = covariance.data[i * n + j] / units[row] / units[k])
  );
  const found = factorOf(scaled, linearAlgebra), factor = matrix(found.rows, n);
  for (let row = 0; row < found.rows; row++) {
    moving.forEach((j, k) => factor.data[row * n + j] = units[k] * found.data[row * count + k]);
  }
  return factor;
}

/** Returns the upper Cholesky factor if it keeps at least half of the digits; else null. */
export function factorOfCholesky(covariance: Matrix, linearAlgebra: LinearAlgebra): Matrix | null {
  const cholesky = linearAlgebra.cholesky(covariance);
  return cholesky !== null && cholesky.conditionEstimate < WELL_CONDITIONED ? transposed(cholesky.lower) : null;
}

function factorOf(covariance: Matrix, linearAlgebra: LinearAlgebra): Matrix {
  const known = factorOfCholesky(covariance, linearAlgebra);
  if (known !== null) return known;
  const n = covariance.rows;
  const { values, vectors } = linearAlgebra.eigen(covariance);
  const largest = Math.max(0, values[n - 1]);
  const positive = Array.from(values.keys()).filter((k) => values[k] > ROUNDING * largest);
  const factor = matrix(positive.length, n);
  positive.forEach((k, row) => {
    const root = Math.sqrt(values[k]);
    for (let i = 0; i < n; i++) factor.data[row * n + i] = root * vectors.data[i * n + k];
  });
  return factor;
}

/** The largest volatility of an asset, or 1 if all are 0, as a unit for programs. */
export function largestVolatility(covariance: Matrix): number {
  let largest = 0;
  for (let k = 0; k < covariance.data.length; k += covariance.rows + 1) largest = Math.max(largest, covariance.data[k]);
  return Math.sqrt(largest) || 1;
}
