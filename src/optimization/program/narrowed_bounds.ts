import type { Bounds } from "./bounds.ts";

/** Narrows the bounds of variable j, in place. */
export function narrowEntry(bounds: Bounds, j: number, to: { readonly lower: number; readonly upper: number }): void {
  bounds.lower[j] = Math.max(bounds.lower[j], to.lower);
  bounds.upper[j] = Math.min(bounds.upper[j], to.upper);
}

/** The least of the values. */
export function least(values: Float64Array): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

/** The largest of the values. */
export function most(values: Float64Array): number {
  return values.reduce((high, value) => Math.max(high, value), -Infinity);
}
