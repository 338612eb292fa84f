import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { powerMeanBy } from "./power_mean.ts";

/** Even moment: the sixth central moment of the returns to the power 1/3. */
export const evenMoment: Measure = defineHistoryMeasure(
  {
    id: "even_moment",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    isBeyondStandard: true,
    documentation: {
      title: "Even moment",
      formula: "(sum((x - mean(x))^(2 order)) / T)^(1 / order), order 3",
      reference: "Cajas, D. (2022), Convex Optimization of Portfolio Kurtosis, SSRN 4202967",
      paragraph: "How far returns scatter, with large moves weighed by their sixth power.",
    },
  },
  ({ values, powerSums: { all } }) => powerMeanBy({ ...all, sum: all.sixths }, { order: 3, count: values.length }),
);
