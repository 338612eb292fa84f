import type { EstimationInputs } from "../../src/estimation/estimator.ts";

/** What an estimator may know of what a test says, daily, without a benchmark, factors or a risk-free rate else. */
export function estimationInputsOf(
  known: Pick<EstimationInputs, "assets" | "returns"> & Partial<EstimationInputs>,
): EstimationInputs {
  return { benchmark: null, factors: null, riskFreeRate: 0, periodsPerYear: 252, covariance: null, ...known };
}
