import type { MeasureContext } from "./measure.ts";
import type { ReturnSeries } from "./return_series.ts";

/**
 * The yearly rate at which the wealth of a series grew, by exp(mean of log(1 + x) × periods of a year) - 1; -1 where it
 * was lost.
 */
export function compoundGrowth({ meanLogGrowth }: ReturnSeries, context: MeasureContext): number {
  return Math.expm1(meanLogGrowth * context.periodsPerYear);
}
