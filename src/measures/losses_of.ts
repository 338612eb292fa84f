import type { ReturnSeries } from "./measure.ts";

/** The negated returns. */
export function lossesOf(series: ReturnSeries): Float64Array {
  return series.map((value) => -value);
}
