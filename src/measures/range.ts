import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Range: the largest return less the smallest. */
export const range: Measure = defineHistoryMeasure(
  {
    id: "range",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "Range",
      formula: "max(x) - min(x)",
      reference:
        "Cajas, D. (2021), OWA Portfolio Optimization: A Disciplined Convex Programming Framework, SSRN 3988927",
      paragraph: "From the smallest return of the history to the largest.",
    },
  },
  ({ sums }) => sums.largest - sums.least,
);
