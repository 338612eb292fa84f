/**
 * What `initialCapital` becomes at the end of each period; once nothing is left, nothing. No larger than the largest
 * number.
 */
export function equityOf(returns: Float64Array, initialCapital: number): Float64Array {
  let wealth = initialCapital;
  return returns.map((value) => wealth = Math.max(0, Math.min(wealth * (1 + value), Number.MAX_VALUE)));
}
