import { type DecayParameters, decayParameters } from "../decay.ts";
import type { ExpectedReturnsEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";

/** The mean of the returns with weights that fall by `decay` each period back, per period. */
export const ewmaMean: ExpectedReturnsEstimator<DecayParameters> = {
  id: "ewma",
  documentation: {
    title: "Exponentially weighted mean",
    paragraph:
      "A mean in which a return weighs decay times as much as the one after it, so that recent returns count most.",
    formula: "sum(decay^(T-1-t) r_t) / sum(decay^(T-1-t))",
    reference: "J.P. Morgan and Reuters (1996), RiskMetrics: Technical Document, 4th edition",
  },
  parameters: decayParameters,
  needsHistory: true,
  estimate: (inputs, { decay }, kernels) => kernels.statistics.exponentialMoments(historyOf(inputs, 1), decay).means,
};
