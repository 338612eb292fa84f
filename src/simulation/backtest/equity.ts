/**
 * Returns the wealth at the end of each period of a return series, starting from `initialCapital`. It stays 0 after a
 * total loss, and is capped at the largest number.
 */
export function equityOf(returns: Float64Array, initialCapital: number): Float64Array {
  let wealth = initialCapital;
  return returns.map((value) => wealth = Math.max(0, Math.min(wealth * (1 + value), Number.MAX_VALUE)));
}
