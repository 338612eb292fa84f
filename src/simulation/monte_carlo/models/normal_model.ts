import { dot, type Matrix, matrix, quadraticForm } from "../../../domain/matrix.ts";
import type { PathModel } from "../../../kernels/path_model.ts";
import type { SimulationPlan } from "../simulation_plan.ts";
import type { SimulationSource } from "../simulation_source.ts";
import { type FitOptions, isAlwaysRestored } from "./simulation_model.ts";

/**
 * Returns a simulation model with normal returns of the estimated means and covariance, or a Student t model if degrees
 * of freedom are given. A portfolio that is rebalanced every period is drawn as one number, because a linear map of
 * either distribution has the same kind of distribution.
 */
export function normalModel(
  source: SimulationSource,
  plan: SimulationPlan,
  { degreesOfFreedom, ...options }: FitOptions & { readonly degreesOfFreedom: number | null },
): PathModel {
  const { weights, expectedReturns, covariance } = source;
  if (isAlwaysRestored(plan)) {
    const deviation = Math.sqrt(Math.max(0, quadraticForm(covariance, weights)));
    return { kind: "portfolio_normal", mean: dot(weights, expectedReturns), deviation, degreesOfFreedom };
  }
  const factor = factorOf(covariance, options);
  return { kind: "asset_normal", weights, rebalance: plan.rebalance, means: expectedReturns, factor, degreesOfFreedom };
}

/**
 * Returns a factor F of the covariance matrix S = F F'. It is the lower Cholesky triangle, or, if S is singular, the
 * scaled eigenvectors of its positive eigenvalues.
 */
function factorOf(covariance: Matrix, { kernels, onPart }: FitOptions): Matrix {
  const lower = kernels.linearAlgebra.cholesky(covariance)?.lower;
  if (lower !== undefined) return lower;
  // Eigenvectors take some twenty times as long as a Cholesky factor, so the progress of the fit is reported anew.
  onPart(1, 20);
  const { values, vectors } = kernels.linearAlgebra.eigen(covariance);
  const n = covariance.rows;
  const least = n * Number.EPSILON * values.reduce((most, value) => Math.max(most, value), 0);
  const positive = Array.from(values.keys()).filter((k) => values[k] > least);
  const factor = matrix(n, positive.length);
  let at = 0;
  for (let i = 0; i < n; i++) {
    for (const k of positive) factor.data[at++] = vectors.data[i * n + k] * Math.sqrt(values[k]);
  }
  return factor;
}
