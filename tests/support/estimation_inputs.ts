import type { EstimationInputs } from "../../src/estimation/estimator.ts";

/**
 * Test helper. Returns the inputs of an estimator from the values that a test gives. The defaults are daily data, a
 * risk-free rate of zero, and no benchmark, factors or covariance matrix.
 */
export function estimationInputsOf(
  known: Pick<EstimationInputs, "assets" | "returns"> & Partial<EstimationInputs>,
): EstimationInputs {
  return { benchmark: null, factors: null, riskFreeRate: 0, periodsPerYear: 252, covariance: null, ...known };
}
