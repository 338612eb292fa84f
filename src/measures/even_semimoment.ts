import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { powerMeanBy } from "./power_mean.ts";

/** Even semimoment: the sixth central moment to the power 1/3, counting only periods below the mean. */
export const evenSemimoment: Measure = defineHistoryMeasure(
  {
    id: "even_semimoment",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "Even semimoment",
      formula: "(sum(min(x - mean(x), 0)^(2 order)) / T)^(1 / order), order 3",
      reference: "Cajas, D. (2022), Convex Optimization of Portfolio Kurtosis, SSRN 4202967",
      paragraph: "How far returns fall below their mean, with large falls weighed by their sixth power.",
    },
  },
  ({ values, powerSums: { below } }) =>
    powerMeanBy({ ...below, sum: below.sixths }, { order: 3, count: values.length }),
);
