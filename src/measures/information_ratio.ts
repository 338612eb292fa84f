import { defineBenchmarkMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Information ratio: the annual return over the benchmark divided by the tracking error. Null without tracking error.
 */
export const informationRatio: Measure = defineBenchmarkMeasure(
  {
    id: "information_ratio",
    unit: "annual",
    figure: "number",
    weighsRows: true,
    documentation: {
      title: "Information ratio",
      formula: "mean(x - b) / std(x - b) × sqrt(periods per year), ddof 1",
      reference: "Goodwin, T. H. (1998), The Information Ratio, Financial Analysts Journal 54(4), 34-43",
      paragraph: "Return over the benchmark for each unit of the difference to it.",
    },
  },
  (series, benchmark, context) => {
    const { mean, standardDeviation } = series.activeReturns(benchmark);
    return standardDeviation === 0 ? null : mean / standardDeviation * Math.sqrt(context.periodsPerYear);
  },
);
