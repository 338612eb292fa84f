import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Relativistic drawdown at risk: the relativistic value at risk of the compounded drawdowns. */
export const relativisticDrawdownAtRisk: Measure = defineHistoryMeasure(
  {
    id: "relativistic_drawdown_at_risk",
    unit: "per_period",
    figure: "fraction",
    isOfOrder: true,
    isBeyondStandard: true,
    documentation: {
      title: "Relativistic drawdown at risk",
      formula: "the relativistic value at risk of the T compounded drawdowns, k = 0.3",
      reference: "Cajas, D. (2023), Portfolio Optimization of Relativistic Value at Risk, SSRN 4378498",
      paragraph: "The relativistic value at risk of the drawdowns, which looks at the deepest of them.",
    },
  },
  (series, { confidence }) => series.relativisticTailOfDrawdowns(confidence),
);
