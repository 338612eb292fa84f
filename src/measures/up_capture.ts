import { defineBenchmarkMeasure } from "./define_measure.ts";
import { capture } from "./capture.ts";
import type { Measure } from "./measure.ts";

/**
 * Up capture: the mean return divided by the benchmark's, over the periods in which the benchmark rose. Null without
 * such periods.
 */
export const upCapture: Measure = defineBenchmarkMeasure(
  {
    id: "up_capture",
    unit: "per_period",
    figure: "number",
    documentation: {
      title: "Up capture",
      formula: "mean(x | b > 0) / mean(b | b > 0)",
      reference: "Bacon, C. R. (2008), Practical Portfolio Performance Measurement and Attribution, 2nd edition, Wiley",
      paragraph: "The share of the benchmark's rises that a portfolio took part in.",
    },
  },
  (series, benchmark) => capture(series, benchmark, benchmark.risingPeriods),
);
