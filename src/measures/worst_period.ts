import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Worst period: the smallest return of a single period in the history, negative for a loss. */
export const worstPeriod: Measure = defineHistoryMeasure(
  {
    id: "worst_period",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Worst period",
      formula: "min(x)",
      reference:
        "Young, M. R. (1998), A Minimax Portfolio Selection Rule with Linear Programming Solution, Management Science 44(5), 673-683",
      paragraph: "The smallest return of a single period in the history.",
    },
  },
  ({ sums }) => sums.least,
);
