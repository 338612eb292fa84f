/**
 * Returns the Gini mean difference of a series: the mean of |x_i - x_j| over all pairs i ≠ j. The series has at least
 * two values.
 */
export function meanDifferenceOf(series: Float64Array): number {
  return meanDifferenceOfAscending(series.slice().sort());
}

/** Returns the Gini mean difference (mean absolute difference of all pairs) of a sorted series. */
export function meanDifferenceOfAscending(ascending: Float64Array): number {
  const count = ascending.length;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += (2 * i - count + 1) * (ascending[i] - ascending[0]);
  return 2 * sum / (count * (count - 1));
}
