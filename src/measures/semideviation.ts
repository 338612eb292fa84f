import { defineHistoryMeasure } from "./define_measure.ts";
import { mean } from "./mean.ts";
import type { Measure } from "./measure.ts";
import { varies } from "./standard_deviation.ts";

/** The deviation below the mean, divided by T - 1. Null for one period. */
export const semideviation: Measure = defineHistoryMeasure(
  {
    id: "semideviation",
    unit: "per_period",
    documentation: {
      title: "Semideviation",
      formula: "sqrt(sum(min(x - mean(x), 0)²) / (T - 1))",
      reference: "Markowitz, H. M. (1959), Portfolio Selection: Efficient Diversification of Investments, Wiley",
    },
  },
  (series) => {
    if (!varies(series)) return series.length < 2 ? null : 0;
    const centre = mean(series);
    let sum = 0;
    for (let t = 0; t < series.length; t++) {
      const shortfall = Math.min(series[t] - centre, 0);
      sum += shortfall * shortfall;
    }
    return Math.sqrt(sum / (series.length - 1));
  },
);
