import type { MeasureContext, ReturnSeries } from "./measure.ts";

/**
 * The yearly rate at which the wealth of a series grew, by exp(mean of log(1 + x) × periods of a year) - 1; -1 where it
 * was lost.
 */
export function compoundGrowth(series: ReturnSeries, context: MeasureContext): number {
  let sum = 0;
  for (let t = 0; t < series.length; t++) {
    if (series[t] <= -1) return -1;
    sum += Math.log1p(series[t]);
  }
  return Math.expm1(sum / series.length * context.periodsPerYear);
}
