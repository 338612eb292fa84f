import { defineHistoryMeasure } from "./define_measure.ts";
import { excessMean, riskFreeRatePerPeriod } from "./excess_mean.ts";
import type { Measure } from "./measure.ts";

/** Excess return over the deviation below the risk-free rate, of a year. Null where no period falls below it. */
export const sortinoRatio: Measure = defineHistoryMeasure(
  {
    id: "sortino_ratio",
    unit: "annual",
    documentation: {
      title: "Sortino ratio",
      formula: "(mean(x) - rf) / sqrt(sum(min(x - rf, 0)²) / T) × sqrt(periods per year), rf per period",
      reference:
        "Sortino, F. A. and Price, L. N. (1994), Performance Measurement in a Downside Risk Framework, The Journal of Investing 3(3), 59-64",
    },
  },
  ({ values }, context) => {
    const target = riskFreeRatePerPeriod(context);
    let sum = 0;
    for (let t = 0; t < values.length; t++) {
      const shortfall = Math.min(values[t] - target, 0);
      sum += shortfall * shortfall;
    }
    if (sum === 0) return null;
    return excessMean(values, context) / Math.sqrt(sum / values.length) * Math.sqrt(context.periodsPerYear);
  },
);
