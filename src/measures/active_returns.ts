/** The returns over the benchmark's, period by period. */
export function activeReturns(series: Float64Array, benchmark: Float64Array): Float64Array {
  return series.map((value, t) => value - benchmark[t]);
}
