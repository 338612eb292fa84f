import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Skewness: the third standardised population moment. Null without variation. */
export const skewness: Measure = defineHistoryMeasure(
  {
    id: "skewness",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    documentation: {
      title: "Skewness",
      formula: "m3 / m2^1.5, population moments",
      reference:
        "Joanes, D. N. and Gill, C. A. (1998), Comparing Measures of Sample Skewness and Kurtosis, The Statistician 47(1), 183-189",
      paragraph: "Which way returns lean: below 0 where large losses are more frequent than large gains.",
    },
  },
  ({ values, varies, sums, secondMoment }) => varies ? sums.cubes / values.length / secondMoment ** 1.5 : null,
);
