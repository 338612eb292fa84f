/** Returns the active returns: those of a series less those of its benchmark, period by period. */
export function activeReturns(series: Float64Array, benchmark: Float64Array): Float64Array {
  const active = new Float64Array(series.length);
  for (let t = 0; t < series.length; t++) active[t] = series[t] - benchmark[t];
  return active;
}
