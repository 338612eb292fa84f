import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Conditional value at risk (CVaR) at confidence c: the mean of the worst (1 - c) T of the losses of T periods. If (1 -
 * c) T is not whole, the last of them counts in part.
 */
export const conditionalValueAtRisk: Measure = defineHistoryMeasure(
  {
    id: "conditional_value_at_risk",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Conditional value at risk",
      formula: "min over t of t + sum(max(-x - t, 0)) / ((1 - c) T)",
      reference:
        "Rockafellar, R. T. and Uryasev, S. (2002), Conditional Value-at-Risk for General Loss Distributions, Journal of Banking & Finance 26(7), 1443-1471",
      paragraph: "The mean loss of the worst periods: of the worst 5% at a confidence of 0.95.",
    },
  },
  (series, { confidence }) => series.tail(confidence).conditionalValueAtRisk,
);
