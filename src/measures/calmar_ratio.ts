import { defineHistoryMeasure } from "./define_measure.ts";
import { compoundGrowth } from "./compound_growth.ts";
import type { Measure } from "./measure.ts";

/** Calmar ratio: compound annual growth rate divided by the deepest compounded drawdown. Null without a drawdown. */
export const calmarRatio: Measure = defineHistoryMeasure(
  {
    id: "calmar_ratio",
    unit: "annual",
    figure: "number",
    isOfOrder: true,
    documentation: {
      title: "Calmar ratio",
      formula: "cagr / max_drawdown",
      reference: "Young, T. W. (1991), Calmar Ratio: A Smoother Tool, Futures 20(1)",
      paragraph: "Annual growth for each unit of the deepest fall from a high.",
    },
  },
  (series, context) => {
    const { deepest } = series.drawdowns(context.confidence);
    return deepest === 0 ? null : compoundGrowth(series, context) / deepest;
  },
);
