import type { MeasureContext } from "./measure.ts";
import type { ReturnSeries } from "./return_series.ts";

/** Returns the mean return of a series less the risk-free rate, per period. */
export function excessMean({ mean }: ReturnSeries, context: MeasureContext): number {
  return mean - riskFreeRatePerPeriod(context);
}

/** Returns the risk-free rate per period: the annual rate divided by the periods per year, not compounded. */
export function riskFreeRatePerPeriod(context: MeasureContext): number {
  return context.riskFreeRate / context.periodsPerYear;
}
