import { defineHistoryMeasure } from "./define_measure.ts";
import { downsideDeviationBy } from "./downside_deviation.ts";
import { riskFreeRatePerPeriod } from "./excess_mean.ts";
import type { Measure } from "./measure.ts";

/**
 * Sortino ratio, annual: excess return divided by the deviation below the risk-free rate. Null if no period is below
 * that rate.
 */
export const sortinoRatio: Measure = defineHistoryMeasure(
  {
    id: "sortino_ratio",
    unit: "annual",
    figure: "number",
    weighsRows: true,
    documentation: {
      title: "Sortino ratio",
      formula: "(mean(x) - rf) / sqrt(sum(min(x - rf, 0)²) / T) × sqrt(periods per year), rf per period",
      reference:
        "Sortino, F. A. and Price, L. N. (1994), Performance Measurement in a Downside Risk Framework, The Journal of Investing 3(3), 59-64",
      paragraph: "Return above the risk-free rate for each unit of the deviation below it.",
    },
  },
  (series, context) => {
    const riskFreeRate = riskFreeRatePerPeriod(context);
    const below = downsideDeviationBy(series.targetSums(riskFreeRate).squaresBelow, series.values.length);
    return below === 0 ? null : (series.mean - riskFreeRate) / below * Math.sqrt(context.periodsPerYear);
  },
);
