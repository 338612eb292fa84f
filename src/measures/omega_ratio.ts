import { defineHistoryMeasure } from "./define_measure.ts";
import { riskFreeRatePerPeriod } from "./excess_mean.ts";
import type { Measure } from "./measure.ts";

/** Omega ratio: gains above the risk-free rate divided by losses below it. Null without such losses. */
export const omegaRatio: Measure = defineHistoryMeasure(
  {
    id: "omega_ratio",
    unit: "per_period",
    figure: "number",
    weighsRows: true,
    documentation: {
      title: "Omega ratio",
      formula: "sum(max(x - rf, 0)) / sum(max(rf - x, 0)), rf per period",
      reference:
        "Keating, C. and Shadwick, W. F. (2002), A Universal Performance Measure, Journal of Performance Measurement 6(3), 59-84",
      paragraph: "What was gained above the risk-free rate for each unit that was lost below it.",
    },
  },
  (series, context) => {
    const { gains, shortfalls } = series.targetSums(riskFreeRatePerPeriod(context));
    return shortfalls === 0 ? null : gains / shortfalls;
  },
);
