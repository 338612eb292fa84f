import { defineBenchmarkMeasure } from "./define_measure.ts";
import { excessMean } from "./excess_mean.ts";
import type { Measure } from "./measure.ts";

/** Jensen's alpha: the annual excess return that beta does not explain. Null if the benchmark does not vary. */
export const alpha: Measure = defineBenchmarkMeasure(
  {
    id: "alpha",
    unit: "annual",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Jensen's alpha",
      formula: "((mean(x) - rf) - beta (mean(b) - rf)) × periods per year, rf per period",
      reference:
        "Jensen, M. C. (1968), The Performance of Mutual Funds in the Period 1945-1964, The Journal of Finance 23(2), 389-416",
      paragraph: "What a portfolio earned a year beyond what its beta to the benchmark explains.",
    },
  },
  (series, benchmark, context) => {
    const slope = series.beta(benchmark);
    if (slope === null) return null;
    return (excessMean(series, context) - slope * excessMean(benchmark, context)) * context.periodsPerYear;
  },
);
