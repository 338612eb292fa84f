/** Returns the active returns: those of a series less those of its benchmark, period by period. */
export function activeReturns(series: Float64Array, benchmark: Float64Array): Float64Array {
  return series.map((value, t) => value - benchmark[t]);
}
