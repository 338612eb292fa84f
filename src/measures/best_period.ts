import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Best period: the largest return of a single period in the history. */
export const bestPeriod: Measure = defineHistoryMeasure(
  {
    id: "best_period",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Best period",
      formula: "max(x)",
      reference: "Bacon, C. R. (2008), Practical Portfolio Performance Measurement and Attribution, 2nd edition, Wiley",
      paragraph: "The largest return of a single period in the history.",
    },
  },
  ({ sums }) => sums.largest,
);
