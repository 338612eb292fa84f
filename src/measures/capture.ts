import type { ReturnSeries } from "./return_series.ts";

/**
 * Returns the sum of a series divided by that of its benchmark, over the periods at the given places. Null without such
 * periods.
 */
export function capture({ values }: ReturnSeries, benchmark: ReturnSeries, places: Uint32Array): number | null {
  let sum = 0;
  let benchmarkSum = 0;
  for (let i = 0; i < places.length; i++) {
    sum += values[places[i]];
    benchmarkSum += benchmark.values[places[i]];
  }
  return benchmarkSum === 0 ? null : sum / benchmarkSum;
}
