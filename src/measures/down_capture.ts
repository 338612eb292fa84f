import { defineBenchmarkMeasure } from "./define_measure.ts";
import { capture } from "./capture.ts";
import type { Measure } from "./measure.ts";

/**
 * Down capture: the mean return divided by the benchmark's, over the periods in which the benchmark fell. Null without
 * such periods.
 */
export const downCapture: Measure = defineBenchmarkMeasure(
  {
    id: "down_capture",
    unit: "per_period",
    figure: "number",
    documentation: {
      title: "Down capture",
      formula: "mean(x | b < 0) / mean(b | b < 0)",
      reference: "Bacon, C. R. (2008), Practical Portfolio Performance Measurement and Attribution, 2nd edition, Wiley",
      paragraph: "The share of the benchmark's falls that a portfolio took part in.",
    },
  },
  (series, benchmark) => capture(series, benchmark, benchmark.fallingPeriods),
);
