import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Average drawdown: the mean compounded drawdown over all periods, those without a drawdown included. */
export const averageDrawdown: Measure = defineHistoryMeasure(
  {
    id: "average_drawdown",
    unit: "per_period",
    figure: "fraction",
    isOfOrder: true,
    documentation: {
      title: "Average drawdown",
      formula: "mean over all T periods of 1 - W_t / max(1, W_1, …, W_t), W compounded",
      reference:
        "Chekhlov, A., Uryasev, S. and Zabarankin, M. (2005), Drawdown Measure in Portfolio Optimization, International Journal of Theoretical and Applied Finance 8(1), 13-58",
      paragraph: "How far wealth was below its highest so far on average, days at the top included.",
    },
  },
  (series, { confidence }) => series.drawdowns(confidence).sum / series.values.length,
);
