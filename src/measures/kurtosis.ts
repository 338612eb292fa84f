import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Excess kurtosis: the fourth standardised population moment less 3, the value of a normal distribution. Null without
 * variation.
 */
export const kurtosis: Measure = defineHistoryMeasure(
  {
    id: "kurtosis",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    documentation: {
      title: "Excess kurtosis",
      formula: "m4 / m2² - 3, population moments",
      reference:
        "Joanes, D. N. and Gill, C. A. (1998), Comparing Measures of Sample Skewness and Kurtosis, The Statistician 47(1), 183-189",
      paragraph: "How heavy the tails of the returns are: 0 for a normal distribution, more with more extreme periods.",
    },
  },
  ({ values, varies, sums, secondMoment }) => varies ? sums.fourths / values.length / secondMoment ** 2 - 3 : null,
);
