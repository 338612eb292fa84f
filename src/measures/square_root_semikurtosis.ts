import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { powerMeanBy } from "./power_mean.ts";

/** Square root semikurtosis: the root of the fourth central moment, counting only periods below the mean. */
export const squareRootSemikurtosis: Measure = defineHistoryMeasure(
  {
    id: "square_root_semikurtosis",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "Square root semikurtosis",
      formula: "sqrt(sum(min(x - mean(x), 0)⁴) / T)",
      reference: "Cajas, D. (2022), Convex Optimization of Portfolio Kurtosis, SSRN 4202967",
      paragraph: "How far returns fall below their mean, with large falls weighed by their fourth power.",
    },
  },
  ({ values, powerSums: { below } }) =>
    powerMeanBy({ ...below, sum: below.fourths }, { order: 2, count: values.length }),
);
