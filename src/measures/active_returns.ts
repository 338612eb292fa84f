import type { ReturnSeries } from "./measure.ts";

/** The returns over the benchmark's, period by period. */
export function activeReturns(series: ReturnSeries, benchmark: ReturnSeries): Float64Array {
  return series.map((value, t) => value - benchmark[t]);
}
