import { defineBenchmarkMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/**
 * Tracking error: the annual standard deviation of the differences between the returns and those of the benchmark. Null
 * for a single period.
 */
export const trackingError: Measure = defineBenchmarkMeasure(
  {
    id: "tracking_error",
    unit: "annual",
    figure: "fraction",
    weighsRows: true,
    documentation: {
      title: "Tracking error",
      formula: "std(x - b) × sqrt(periods per year), ddof 1",
      reference: "Grinold, R. C. and Kahn, R. N. (1999), Active Portfolio Management, 2nd edition, McGraw-Hill",
      paragraph: "How far the returns of a year scatter around those of the benchmark.",
    },
  },
  (series, benchmark, context) => series.activeReturns(benchmark).standardDeviation * Math.sqrt(context.periodsPerYear),
);
