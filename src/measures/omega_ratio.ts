import { defineHistoryMeasure } from "./define_measure.ts";
import { riskFreeRatePerPeriod } from "./excess_mean.ts";
import type { Measure } from "./measure.ts";
import { negativePart } from "./negative_part.ts";

/** Omega ratio: gains above the risk-free rate divided by losses below it. Null without such losses. */
export const omegaRatio: Measure = defineHistoryMeasure(
  {
    id: "omega_ratio",
    unit: "per_period",
    figure: "number",
    documentation: {
      title: "Omega ratio",
      formula: "sum(max(x - rf, 0)) / sum(max(rf - x, 0)), rf per period",
      reference:
        "Keating, C. and Shadwick, W. F. (2002), A Universal Performance Measure, Journal of Performance Measurement 6(3), 59-84",
    },
  },
  ({ values }, context) => {
    const threshold = riskFreeRatePerPeriod(context);
    let gains = 0;
    let losses = 0;
    for (let t = 0; t < values.length; t++) {
      const gain = values[t] - threshold, loss = negativePart(gain);
      gains += gain - loss;
      losses -= loss;
    }
    return losses === 0 ? null : gains / losses;
  },
);
