import { negativePart } from "./negative_part.ts";

/** Returns the downside deviation of a series below a target: sqrt(Σ min(x - target, 0)² / T). */
export function downsideDeviation(
  series: Float64Array,
  target: number,
  rowWeights?: Float64Array,
): number {
  let sum = 0;
  for (let t = 0; t < series.length; t++) {
    const shortfall = negativePart(series[t] - target);
    sum += (rowWeights?.[t] ?? 1) * (shortfall * shortfall);
  }
  return downsideDeviationBy(sum, series.length);
}

/** Returns the downside deviation from the sum of the squares of the shortfalls below a target. */
export function downsideDeviationBy(squaresBelow: number, count: number): number {
  return Math.sqrt(squaresBelow / count);
}
