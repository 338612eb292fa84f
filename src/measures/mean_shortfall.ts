import { negativePart } from "./negative_part.ts";

/** Returns the mean shortfall of a series below a target: Σ max(target - x, 0) / T. */
export function meanShortfall(
  series: Float64Array,
  target: number,
  rowWeights?: Float64Array,
): number {
  let sum = 0;
  for (let t = 0; t < series.length; t++) sum -= (rowWeights?.[t] ?? 1) * negativePart(series[t] - target);
  return sum / series.length;
}
