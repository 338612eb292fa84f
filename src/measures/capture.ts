/**
 * Returns the sum of a series divided by that of its benchmark, over the periods in which the benchmark's return has
 * the sign `direction`. Null without such periods.
 */
export function capture(series: Float64Array, benchmark: Float64Array, direction: 1 | -1): number | null {
  let sum = 0;
  let benchmarkSum = 0;
  for (let t = 0; t < series.length; t++) {
    if (direction * benchmark[t] <= 0) continue;
    sum += series[t];
    benchmarkSum += benchmark[t];
  }
  return benchmarkSum === 0 ? null : sum / benchmarkSum;
}
