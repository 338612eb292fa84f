import { mean } from "./mean.ts";
import type { MeasureContext } from "./measure.ts";

/** Returns the mean return of a series less the risk-free rate, per period. */
export function excessMean(series: Float64Array, context: MeasureContext): number {
  return mean(series) - riskFreeRatePerPeriod(context);
}

/** Returns the risk-free rate per period: the annual rate divided by the periods per year, not compounded. */
export function riskFreeRatePerPeriod(context: MeasureContext): number {
  return context.riskFreeRate / context.periodsPerYear;
}
