import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { powerMeanBy } from "./power_mean.ts";

/** Square root kurtosis: the root of the fourth central moment, not divided by a variance. */
export const squareRootKurtosis: Measure = defineHistoryMeasure(
  {
    id: "square_root_kurtosis",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "Square root kurtosis",
      formula: "sqrt(sum((x - mean(x))⁴) / T)",
      reference: "Cajas, D. (2022), Convex Optimization of Portfolio Kurtosis, SSRN 4202967",
      paragraph: "How far returns scatter, with large moves weighed by their fourth power.",
    },
  },
  ({ values, powerSums: { all } }) => powerMeanBy({ ...all, sum: all.fourths }, { order: 2, count: values.length }),
);
