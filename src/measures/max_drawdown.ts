import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Maximum drawdown: the deepest compounded drawdown, in [0, 1]. */
export const maxDrawdown: Measure = defineHistoryMeasure(
  {
    id: "max_drawdown",
    unit: "per_period",
    figure: "fraction",
    isOfOrder: true,
    documentation: {
      title: "Maximum drawdown",
      formula: "max over t of 1 - W_t / max(1, W_1, …, W_t), W compounded",
      reference: "Magdon-Ismail, M. and Atiya, A. F. (2004), Maximum Drawdown, Risk 17(10), 99-102",
      paragraph: "The deepest fall of wealth from its highest so far.",
    },
  },
  (series, { confidence }) => series.drawdowns(confidence).deepest,
);
