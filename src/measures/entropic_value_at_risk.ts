import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Entropic value at risk (EVaR): the tightest Chernoff bound on the value at risk at confidence c. It is the worst loss
 * if that occurs in at least (1 - c) T periods.
 */
export const entropicValueAtRisk: Measure = defineHistoryMeasure(
  {
    id: "entropic_value_at_risk",
    unit: "per_period",
    figure: "fraction",
    documentation: {
      title: "Entropic value at risk",
      formula: "inf over z > 0 of z log(sum(exp(-x / z)) / ((1 - c) T))",
      reference:
        "Ahmadi-Javid, A. (2012), Entropic Value-at-Risk: A New Coherent Risk Measure, Journal of Optimization Theory and Applications 155(3), 1105-1123",
      paragraph: "The tightest Chernoff bound on the value at risk, which weighs the worst losses exponentially.",
    },
  },
  (series, { confidence }) => series.entropicTail(confidence),
);
