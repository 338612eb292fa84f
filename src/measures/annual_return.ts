import { finiteOrNull } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { periodMoments } from "./period_moments.ts";

/** Annual return: the arithmetic mean return, annualised. Without a history it comes from the portfolio's moments. */
export const annualReturn: Measure = {
  id: "annual_return",
  unit: "annual",
  figure: "fraction",
  weighsRows: true,
  needs: "series",
  documentation: {
    title: "Annual return",
    formula: "mean(x) × periods per year",
    reference: "Bacon, C. R. (2008), Practical Portfolio Performance Measurement and Attribution, 2nd edition, Wiley",
    paragraph: "The mean return of a period, times the periods of a year. It does not compound.",
  },
  compute(series, context) {
    const moments = periodMoments(series, context);
    return moments === null ? null : finiteOrNull(moments.mean * context.periodsPerYear);
  },
};
