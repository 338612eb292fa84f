import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** RLVaR range: the relativistic value at risk of the returns plus that of the negated returns. */
export const relativisticValueAtRiskRange: Measure = defineHistoryMeasure(
  {
    id: "rlvar_range",
    unit: "per_period",
    figure: "fraction",
    isBeyondStandard: true,
    documentation: {
      title: "Range of relativistic values at risk",
      formula: "RLVaR(x) + RLVaR(-x), k = 0.3",
      reference: "Cajas, D. (2023), Portfolio Optimization of Relativistic Value at Risk, SSRN 4378498",
      paragraph: "The relativistic value at risk of the losses plus that of the gains.",
    },
  },
  (series, { confidence }) =>
    series.relativisticTail(confidence) +
    series.relativisticTailOfGains(confidence),
);
