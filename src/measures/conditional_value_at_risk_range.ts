import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** CVaR range: the mean of the best (1 - c) T returns less the mean of the worst ones. */
export const conditionalValueAtRiskRange: Measure = defineHistoryMeasure(
  {
    id: "cvar_range",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "Range of conditional values at risk",
      formula: "CVaR(x) + CVaR(-x)",
      reference:
        "Cajas, D. (2021), OWA Portfolio Optimization: A Disciplined Convex Programming Framework, SSRN 3988927",
      paragraph: "From the mean of the worst returns to the mean of the best ones.",
    },
  },
  (series, { confidence }) =>
    series.tail(confidence).conditionalValueAtRisk +
    series.tailOfGains(confidence).conditionalValueAtRisk,
);
