import { defineHistoryMeasure } from "./define_measure.ts";
import { compoundGrowth } from "./compound_growth.ts";
import type { Measure } from "./measure.ts";

/** Compound annual growth rate of wealth over the history; -1 if all wealth was lost. */
export const cagr: Measure = defineHistoryMeasure(
  {
    id: "cagr",
    unit: "annual",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Compound annual growth rate",
      formula: "prod(1 + x)^(periods per year / T) - 1",
      reference: "Bacon, C. R. (2008), Practical Portfolio Performance Measurement and Attribution, 2nd edition, Wiley",
      paragraph: "The constant annual growth that leads from the first wealth to the last.",
    },
  },
  compoundGrowth,
);
