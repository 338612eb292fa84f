import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Conditional drawdown at risk at confidence c: the mean of the deepest (1 - c) T of the T compounded drawdowns, one
 * after each period. If (1 - c) T is not whole, the last of them counts in part.
 */
export const conditionalDrawdownAtRisk: Measure = defineHistoryMeasure(
  {
    id: "conditional_drawdown_at_risk",
    unit: "per_period",
    figure: "fraction",
    isOfOrder: true,
    documentation: {
      title: "Conditional drawdown at risk",
      formula: "the conditional value at risk of the T compounded drawdowns",
      reference:
        "Chekhlov, A., Uryasev, S. and Zabarankin, M. (2005), Drawdown Measure in Portfolio Optimization, International Journal of Theoretical and Applied Finance 8(1), 13-58",
      paragraph: "The mean of the deepest drawdowns: of the worst 5% at a confidence of 0.95.",
    },
  },
  (series, { confidence }) => series.drawdowns(confidence).conditional,
);
