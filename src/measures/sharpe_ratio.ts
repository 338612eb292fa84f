import { finiteOrNull } from "./define_measure.ts";
import { riskFreeRatePerPeriod } from "./excess_mean.ts";
import type { Measure } from "./measure.ts";
import { periodMoments } from "./period_moments.ts";

/**
 * Sharpe ratio, annual: excess return divided by volatility. Without a history it comes from the portfolio's moments.
 * Null without variation.
 */
export const sharpeRatio: Measure = {
  id: "sharpe_ratio",
  unit: "annual",
  figure: "number",
  weighsRows: true,
  needs: "series",
  documentation: {
    title: "Sharpe ratio",
    formula: "(mean(x) - rf) / std(x) × sqrt(periods per year), rf per period, ddof 1",
    reference: "Sharpe, W. F. (1994), The Sharpe Ratio, The Journal of Portfolio Management 21(1), 49-58",
    paragraph: "Return above the risk-free rate for each unit of volatility.",
  },
  compute(series, context) {
    const moments = periodMoments(series, context);
    if (moments === null || moments.standardDeviation === 0) return null;
    const excess = moments.mean - riskFreeRatePerPeriod(context);
    return finiteOrNull(excess / moments.standardDeviation * Math.sqrt(context.periodsPerYear));
  },
};
