/** The negated returns. */
export function lossesOf(returns: Float64Array): Float64Array {
  return returns.map((value) => -value);
}
