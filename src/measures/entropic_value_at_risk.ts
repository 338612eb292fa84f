import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** The tightest Chernoff bound on the value at risk; the worst loss where (1 - c) T is at most how often it occurs. */
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
    },
  },
  (series, { confidence }, kernels) => series.entropicTail(confidence, kernels),
);
