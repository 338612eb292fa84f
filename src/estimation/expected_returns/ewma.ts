import { type DecayParameters, decayParameters } from "../decay.ts";
import type { ExpectedReturnsEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";

/**
 * Estimator of expected returns, per period: exponentially weighted mean of the returns, with weights that are
 * multiplied by `decay` for each period back.
 */
export const ewmaMean: ExpectedReturnsEstimator<DecayParameters> = {
  id: "ewma",
  documentation: {
    title: "Exponentially weighted mean",
    paragraph:
      "A mean in which each return has decay times the weight of the next return, so that recent returns count most.",
    formula: "sum(decay^(T-1-t) r_t) / sum(decay^(T-1-t))",
    reference: "J.P. Morgan and Reuters (1996), RiskMetrics: Technical Document, 4th edition",
  },
  parameters: decayParameters,
  needsHistory: true,
  needsOrder: true,
  estimate: (inputs, { decay }, kernels) => kernels.statistics.exponentialMoments(historyOf(inputs, 1), decay).means,
};
