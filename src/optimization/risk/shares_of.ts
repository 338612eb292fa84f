/** A sum of at most this share of the absolute parts is rounding: the parts cancel. */
const ROUNDING = 1e-9;

/** Divides the parts of a risk by their sum; returns null if the sum is 0 up to rounding. */
export function sharesOf(parts: Float64Array): Float64Array | null {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const size = parts.reduce((sum, part) => sum + Math.abs(part), 0);
  return Math.abs(total) <= ROUNDING * size ? null : parts.map((part) => part / total);
}
