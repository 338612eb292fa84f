import { defineBenchmarkMeasure } from "./define_measure.ts";
import { activeReturns } from "./active_returns.ts";
import { mean } from "./mean.ts";
import type { Measure } from "./measure.ts";
import { standardDeviation } from "./standard_deviation.ts";

/**
 * Information ratio: the annual return over the benchmark divided by the tracking error. Null without tracking error.
 */
export const informationRatio: Measure = defineBenchmarkMeasure(
  {
    id: "information_ratio",
    unit: "annual",
    figure: "number",
    documentation: {
      title: "Information ratio",
      formula: "mean(x - b) / std(x - b) × sqrt(periods per year), ddof 1",
      reference: "Goodwin, T. H. (1998), The Information Ratio, Financial Analysts Journal 54(4), 34-43",
    },
  },
  (series, benchmark, context) => {
    const active = activeReturns(series, benchmark);
    const deviation = standardDeviation(active);
    return deviation === 0 ? null : mean(active) / deviation * Math.sqrt(context.periodsPerYear);
  },
);
