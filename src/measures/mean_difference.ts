/** The mean of |x_i - x_j| over all pairs i ≠ j of a series of at least two. */
export function meanDifferenceOf(series: Float64Array): number {
  return meanDifferenceOfAscending(series.slice().sort());
}

/** The same of a series that is sorted. */
export function meanDifferenceOfAscending(ascending: Float64Array): number {
  const count = ascending.length;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += (2 * i - count + 1) * (ascending[i] - ascending[0]);
  return 2 * sum / (count * (count - 1));
}
