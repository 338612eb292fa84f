/** A risk this small next to its parts, which cancel, is rounding. */
const ROUNDING = 1e-9;

/** Parts of a risk as shares that sum to 1; null where the risk is 0 to rounding. */
export function sharesOf(parts: Float64Array): Float64Array | null {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const size = parts.reduce((sum, part) => sum + Math.abs(part), 0);
  return Math.abs(total) <= ROUNDING * size ? null : parts.map((part) => part / total);
}
