import { type Registry, registry } from "../domain/registry.ts";
import type { Kernels } from "../kernels/mod.ts";
import { alpha } from "./alpha.ts";
import { annualReturn } from "./annual_return.ts";
import { annualVolatility } from "./annual_volatility.ts";
import { averageDrawdown } from "./average_drawdown.ts";
import { bestPeriod } from "./best_period.ts";
import { beta } from "./beta.ts";
import { cagr } from "./cagr.ts";
import { calmarRatio } from "./calmar_ratio.ts";
import { conditionalDrawdownAtRisk } from "./conditional_drawdown_at_risk.ts";
import { conditionalValueAtRisk } from "./conditional_value_at_risk.ts";
import { conditionalValueAtRiskRange } from "./conditional_value_at_risk_range.ts";
import { diversificationRatio } from "./diversification_ratio.ts";
import { downCapture } from "./down_capture.ts";
import { effectiveNumberOfAssets } from "./effective_number_of_assets.ts";
import { entropicValueAtRisk } from "./entropic_value_at_risk.ts";
import { entropicValueAtRiskRange } from "./entropic_value_at_risk_range.ts";
import { firstLowerPartialMoment } from "./first_lower_partial_moment.ts";
import { giniMeanDifference } from "./gini_mean_difference.ts";
import { informationRatio } from "./information_ratio.ts";
import { kurtosis } from "./kurtosis.ts";
import { maxDrawdown } from "./max_drawdown.ts";
import { meanAbsoluteDeviation } from "./mean_absolute_deviation.ts";
import { omegaRatio } from "./omega_ratio.ts";
import { range } from "./range.ts";
import { secondLowerPartialMoment } from "./second_lower_partial_moment.ts";
import { semideviation } from "./semideviation.ts";
import { sharpeRatio } from "./sharpe_ratio.ts";
import { skewness } from "./skewness.ts";
import { sortinoRatio } from "./sortino_ratio.ts";
import { tailRatio } from "./tail_ratio.ts";
import { trackingError } from "./tracking_error.ts";
import { treynorRatio } from "./treynor_ratio.ts";
import { turnover } from "./turnover.ts";
import { ulcerIndex } from "./ulcer_index.ts";
import { upCapture } from "./up_capture.ts";
import { valueAtRisk } from "./value_at_risk.ts";
import { worstPeriod } from "./worst_period.ts";
import { squareRootKurtosis } from "./square_root_kurtosis.ts";
import { squareRootSemikurtosis } from "./square_root_semikurtosis.ts";
import { evenMoment } from "./even_moment.ts";
import { evenSemimoment } from "./even_semimoment.ts";
import { relativisticValueAtRisk } from "./relativistic_value_at_risk.ts";
import { relativisticDrawdownAtRisk } from "./relativistic_drawdown_at_risk.ts";
import { relativisticValueAtRiskRange } from "./relativistic_value_at_risk_range.ts";
import { tailGini } from "./tail_gini.ts";
import { tailGiniRange } from "./tail_gini_range.ts";
import type { Measure, MeasureContext } from "./measure.ts";
import { ReturnSeries } from "./return_series.ts";
import { WeightedSeries } from "./weighted_series.ts";

/** All metrics of a result, in display order. */
export const MEASURES: Registry<Measure> = registry<Measure>([
  annualReturn,
  cagr,
  annualVolatility,
  sharpeRatio,
  sortinoRatio,
  calmarRatio,
  omegaRatio,
  maxDrawdown,
  averageDrawdown,
  ulcerIndex,
  valueAtRisk,
  conditionalValueAtRisk,
  conditionalDrawdownAtRisk,
  entropicValueAtRisk,
  semideviation,
  meanAbsoluteDeviation,
  giniMeanDifference,
  squareRootKurtosis,
  squareRootSemikurtosis,
  evenMoment,
  evenSemimoment,
  firstLowerPartialMoment,
  secondLowerPartialMoment,
  tailGini,
  relativisticValueAtRisk,
  relativisticDrawdownAtRisk,
  range,
  conditionalValueAtRiskRange,
  tailGiniRange,
  entropicValueAtRiskRange,
  relativisticValueAtRiskRange,
  skewness,
  kurtosis,
  tailRatio,
  bestPeriod,
  worstPeriod,
  beta,
  alpha,
  trackingError,
  informationRatio,
  treynorRatio,
  upCapture,
  downCapture,
  effectiveNumberOfAssets,
  diversificationRatio,
  turnover,
]);

/**
 * Computes the metrics of a series of simple returns, by id; null for an undefined metric. Metrics of weights appear
 * only for a portfolio. A portfolio without a history (`returns` is null) has the metrics that follow from its moments
 * and weights. For the benchmark itself, `benchmark` and `portfolio` are null. Computes only the measures for which
 * `isShown` is true.
 */
export function computeMetrics(
  returns: Float64Array | null,
  { isShown = () => true, isUnordered = false, rowWeights, ...context }: MetricsContext,
  kernels: Kernels,
): Record<string, number | null> {
  const series = returns && seriesOf(returns, { rowWeights, kernels });
  const metrics: Record<string, number | null> = {};
  for (const measure of MEASURES) {
    if (measure.needs === "portfolio" && context.portfolio === null || !isShown(measure)) continue;
    const isUndefined = isUnordered && measure.isOfOrder ||
      rowWeights !== undefined && measure.needs !== "portfolio" && !measure.weighsRows;
    metrics[measure.id] = isUndefined ? null : measure.compute(series, context);
  }
  return metrics;
}

/** Returns a series of returns that count alike, or by the weights of their rows. */
export function seriesOf(
  returns: Float64Array,
  { rowWeights, kernels }: {
    readonly rowWeights: Float64Array | undefined;
    readonly kernels: Pick<Kernels, "measures">;
  },
): ReturnSeries {
  return rowWeights === undefined
    ? new ReturnSeries(returns, kernels)
    : new WeightedSeries(returns, rowWeights, kernels);
}

/** Type of the inputs of a set of metrics: those of each measure, and which measures appear; all if absent. */
export interface MetricsContext extends MeasureContext {
  /** Whether the returns are scenarios, which have no order; not if absent. */
  readonly isUnordered?: boolean;
  /** How much each return counts, 1 on average; each counts 1 if absent. */
  readonly rowWeights?: Float64Array;
  readonly isShown?: (measure: Measure) => boolean;
}
