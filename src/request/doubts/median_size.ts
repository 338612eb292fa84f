import { medianOf } from "../../domain/median_of.ts";

/** Returns the median size of numbers that are not 0; null where there are none. */
export function medianSize(numbers: ArrayLike<number>): number | null {
  const sizes = Float64Array.from(numbers, Math.abs).filter((size) => size > 0 && Number.isFinite(size));
  return sizes.length === 0 ? null : medianOf(sizes);
}
