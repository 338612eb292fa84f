import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Ulcer index: the root mean square of the compounded drawdowns. */
export const ulcerIndex: Measure = defineHistoryMeasure(
  {
    id: "ulcer_index",
    unit: "per_period",
    figure: "fraction",
    isOfOrder: true,
    documentation: {
      title: "Ulcer index",
      formula: "sqrt(mean(d²)) over all T periods, d the compounded drawdown",
      reference: "Martin, P. G. and McCann, B. B. (1989), The Investor's Guide to Fidelity Funds, Wiley",
      paragraph: "How deep and how long wealth was below its highest so far, deep falls weighed more.",
    },
  },
  (series, { confidence }) => Math.sqrt(series.drawdowns(confidence).squares / series.values.length),
);
