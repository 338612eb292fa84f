import { periodsOf } from "../domain/frequency.ts";
import type { EstimationInputs } from "../estimation/estimator.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";
import { benchmarkSeries } from "./benchmark_series.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/**
 * Builds the inputs that the estimators of returns and covariance need, from a history or a window of it. The history
 * is null for a request with moments.
 */
export function estimationInputs(
  request: Pick<
    OptimizationInputs["request"],
    "assets" | "benchmark" | "frequency" | "periods_per_year" | "risk_free_rate"
  >,
  history: Pick<AlignedHistory, "returns" | "rowWeights" | "benchmark" | "factors" | "available"> | null,
): EstimationInputs {
  const periods = periodsOf(request);
  return {
    assets: request.assets,
    returns: history && history.returns,
    benchmark: benchmarkSeries(request.benchmark, request, history),
    factors: history && history.factors,
    riskFreeRate: request.risk_free_rate / periods,
    periodsPerYear: periods,
    covariance: null,
    ...history?.rowWeights === undefined ? {} : { rowWeights: history.rowWeights },
    ...history?.available === undefined ? {} : { available: history.available.returns },
  };
}
