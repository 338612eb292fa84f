import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Mean absolute deviation: the mean distance of the returns from their mean. */
export const meanAbsoluteDeviation: Measure = defineHistoryMeasure(
  {
    id: "mean_absolute_deviation",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Mean absolute deviation",
      formula: "mean(|x - mean(x)|)",
      reference:
        "Konno, H. and Yamazaki, H. (1991), Mean-Absolute Deviation Portfolio Optimization Model and Its Applications to Tokyo Stock Market, Management Science 37(5), 519-531",
      paragraph: "How far returns are from their mean on average.",
    },
  },
  ({ values, sums }) => sums.sizes / values.length,
);

/**
 * Returns the mean absolute deviation of a series from the array of its deviations from the mean, which may count by
 * weights of 1 on average.
 */
export function meanAbsoluteDeviationOf(deviations: Float64Array, rowWeights?: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < deviations.length; t++) sum += (rowWeights?.[t] ?? 1) * Math.abs(deviations[t]);
  return sum / deviations.length;
}
