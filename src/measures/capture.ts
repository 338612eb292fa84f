/**
 * The sum of a series over that of its benchmark, both over the periods in which the benchmark's return has the sign
 * `direction`; null without such periods.
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
