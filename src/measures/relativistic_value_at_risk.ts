import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Relativistic value at risk: the largest mean loss that the periods can have when they are weighted by shares of
 * bounded kappa-entropy.
 */
export const relativisticValueAtRisk: Measure = defineHistoryMeasure(
  {
    id: "relativistic_value_at_risk",
    unit: "per_period",
    figure: "fraction",
    isBeyondStandard: true,
    documentation: {
      title: "Relativistic value at risk",
      formula:
        "max of -x'q over q ≥ 0, sum(q) = 1, sum((q^(1+k) - q^(1-k)) / (2k)) ≤ (s^k - s^-k) / (2k), s = 1 / ((1 - c) T), k = 0.3",
      reference: "Cajas, D. (2023), Portfolio Optimization of Relativistic Value at Risk, SSRN 4378498",
      paragraph: "A mean loss that looks at the worst periods, between the entropic value at risk and the worst loss.",
    },
  },
  (series, { confidence }) => series.relativisticTail(confidence),
);
