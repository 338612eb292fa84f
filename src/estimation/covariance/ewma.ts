import { type DecayParameters, decayParameters } from "../decay.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";

/**
 * Exponentially weighted covariance estimator, per period: covariance about the weighted mean, with weights that are
 * multiplied by `decay` for each period back, without bias correction.
 */
export const ewmaCovariance: CovarianceEstimator<DecayParameters> = {
  id: "ewma",
  documentation: {
    title: "Exponentially weighted covariance",
    paragraph:
      "A covariance in which each row of returns has decay times the weight of the next row, so that recent rows " +
      "count most.",
    formula: "sum(w_t (r_t - m)(r_t - m)'), m = sum(w_t r_t), w_t = decay^(T-1-t) / sum(decay^(T-1-s))",
    reference: "J.P. Morgan and Reuters (1996), RiskMetrics: Technical Document, 4th edition",
  },
  parameters: decayParameters,
  needsHistory: true,
  needsOrder: true,
  estimate: (inputs, { decay }, kernels) =>
    kernels.statistics.exponentialMoments(historyOf(inputs, 2), decay).covariance,
};
