import { finiteOrNull } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { periodMoments } from "./period_moments.ts";

/**
 * Annual volatility: the standard deviation of the returns, annualised. Without a history it comes from the portfolio's
 * moments. Null for a single period.
 */
export const annualVolatility: Measure = {
  id: "annual_volatility",
  unit: "annual",
  figure: "fraction",
  weighsRows: true,
  needs: "series",
  documentation: {
    title: "Annual volatility",
    formula: "sqrt(sum((x - mean(x))²) / (T - 1)) × sqrt(periods per year)",
    reference: "Markowitz, H. (1952), Portfolio Selection, The Journal of Finance 7(1), 77-91",
    paragraph: "How far the returns of a year scatter around their mean.",
  },
  compute(series, context) {
    const moments = periodMoments(series, context);
    return moments === null ? null : finiteOrNull(moments.standardDeviation * Math.sqrt(context.periodsPerYear));
  },
};
