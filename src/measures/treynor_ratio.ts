import { defineBenchmarkMeasure } from "./define_measure.ts";
import { excessMean } from "./excess_mean.ts";
import type { Measure } from "./measure.ts";

/** Treynor ratio: the annual excess return divided by beta. Null if beta is 0 or undefined. */
export const treynorRatio: Measure = defineBenchmarkMeasure(
  {
    id: "treynor_ratio",
    unit: "annual",
    figure: "number",
    weighsRows: true,
    documentation: {
      title: "Treynor ratio",
      formula: "(mean(x) - rf) × periods per year / beta, rf per period",
      reference:
        "Treynor, J. L. (1965), How to Rate Management of Investment Funds, Harvard Business Review 43(1), 63-75",
      paragraph: "Return above the risk-free rate for each unit of beta.",
    },
  },
  (series, benchmark, context) => {
    const slope = series.beta(benchmark);
    return slope === null || slope === 0 ? null : excessMean(series, context) * context.periodsPerYear / slope;
  },
);
