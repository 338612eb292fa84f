/** Returns the losses of a return series: the negated returns. */
export function lossesOf(returns: Float64Array): Float64Array {
  const losses = new Float64Array(returns.length);
  for (let t = 0; t < losses.length; t++) losses[t] = -returns[t];
  return losses;
}
