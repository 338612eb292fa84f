/** The root of the mean of squared shortfalls of a series below a target: sqrt(Σ min(x - target, 0)² / T). */
export function downsideDeviation(series: Float64Array, target: number): number {
  let sum = 0;
  for (let t = 0; t < series.length; t++) sum += Math.min(series[t] - target, 0) ** 2;
  return Math.sqrt(sum / series.length);
}
