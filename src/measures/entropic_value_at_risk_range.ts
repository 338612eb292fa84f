import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** EVaR range: the entropic value at risk of the returns plus that of the negated returns. */
export const entropicValueAtRiskRange: Measure = defineHistoryMeasure(
  {
    id: "evar_range",
    unit: "per_period",
    figure: "fraction",
    isBeyondStandard: true,
    documentation: {
      title: "Range of entropic values at risk",
      formula: "EVaR(x) + EVaR(-x)",
      reference:
        "Cajas, D. (2021), Entropic Portfolio Optimization: A Disciplined Convex Programming Framework, SSRN 3792520",
      paragraph: "The entropic value at risk of the losses plus that of the gains.",
    },
  },
  (series, { confidence }) => series.entropicTail(confidence) + series.entropicTailOfGains(confidence),
);
