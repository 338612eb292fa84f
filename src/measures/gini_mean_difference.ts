import { defineHistoryMeasure } from "./define_measure.ts";
import { meanDifferenceBy } from "./mean_difference.ts";
import type { Measure } from "./measure.ts";

/**
 * Gini mean difference: the mean absolute difference between the returns of two different periods. Null for a single
 * period.
 */
export const giniMeanDifference: Measure = defineHistoryMeasure(
  {
    id: "gini_mean_difference",
    unit: "per_period",
    figure: "fraction",
    documentation: {
      title: "Gini mean difference",
      formula: "mean of |x_i - x_j| over all pairs i ≠ j",
      reference:
        "Yitzhaki, S. (1982), Stochastic Dominance, Mean Variance, and Gini's Mean Difference, American Economic Review 72(1), 178-185",
      paragraph: "How far apart the returns of two periods are on average.",
    },
  },
  ({ values, sorted }) => values.length < 2 ? null : meanDifferenceBy(sorted.sumOfPairs, values.length),
);
