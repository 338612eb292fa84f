import { mean } from "./mean.ts";
import type { MeasureContext } from "./measure.ts";

/** The mean return over the risk-free rate, per period. */
export function excessMean(series: Float64Array, context: MeasureContext): number {
  return mean(series) - riskFreeRatePerPeriod(context);
}

/** The annual rate divided by the periods of a year, not compounded. */
export function riskFreeRatePerPeriod(context: MeasureContext): number {
  return context.riskFreeRate / context.periodsPerYear;
}
