import type { MeasureContext } from "./measure.ts";
import type { ReturnSeries } from "./return_series.ts";

/**
 * Returns the compound annual growth rate of a series, exp(mean of log(1 + x) × periods per year) - 1; -1 if all wealth
 * was lost.
 */
export function compoundGrowth({ meanLogGrowth }: ReturnSeries, context: MeasureContext): number {
  return Math.expm1(meanLogGrowth * context.periodsPerYear);
}
