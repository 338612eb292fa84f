import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { ofBest, ofWorst, tailGiniWeights } from "./tail_gini.ts";

/** Tail Gini range: the tail Gini of the returns plus that of the negated returns. */
export const tailGiniRange: Measure = defineHistoryMeasure(
  {
    id: "tail_gini_range",
    unit: "per_period",
    figure: "fraction",
    isBeyondStandard: true,
    documentation: {
      title: "Range of tail Ginis",
      formula: "TG(x) + TG(-x)",
      reference:
        "Cajas, D. (2021), OWA Portfolio Optimization: A Disciplined Convex Programming Framework, SSRN 3988927",
      paragraph: "The tail Gini of the losses plus that of the gains.",
    },
  },
  (series, { confidence }) => {
    const { ascending } = series.sorted;
    const weights = tailGiniWeights(ascending.length, confidence);
    return ofWorst(ascending, weights) + ofBest(ascending, weights);
  },
);
