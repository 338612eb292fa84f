import { roundingOf } from "./rounding_of.ts";

/** The largest entry of a series; -Infinity for an empty one. */
export function largestOf(series: Float64Array): number {
  return series.reduce((most, entry) => Math.max(most, entry), -Infinity);
}

/**
 * A subgradient of the largest entry: equal shares, of sum 1, for the entries that equal the largest one up to
 * rounding.
 */
export function sharesOfLargest(series: Float64Array): Float64Array {
  const least = largestOf(series) - roundingOf(series);
  const count = series.reduce((sum, entry) => entry >= least ? sum + 1 : sum, 0);
  return series.map((entry) => entry >= least ? 1 / count : 0);
}
