import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Value at risk at confidence c: the largest loss that at least a fraction 1 - c of the periods reaches; negative if
 * that is a gain.
 */
export const valueAtRisk: Measure = defineHistoryMeasure(
  {
    id: "value_at_risk",
    unit: "per_period",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Value at risk",
      formula: "-x_(k), the k-th smallest return, k = ceil((1 - c) T)",
      reference: "Jorion, P. (2006), Value at Risk, 3rd edition, McGraw-Hill",
      paragraph: "The loss that is reached in only few periods: in one of 20 at a confidence of 0.95.",
    },
  },
  (series, { confidence }) => series.tail(confidence).valueAtRisk,
);
