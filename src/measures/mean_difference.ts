/**
 * Returns the Gini mean difference of a series: the mean of |x_i - x_j| over all pairs i ≠ j. The series has at least
 * two values.
 */
export function meanDifferenceOf(series: Float64Array): number {
  const ascending = series.slice().sort(), count = ascending.length;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += (2 * i - count + 1) * (ascending[i] - ascending[0]);
  return meanDifferenceBy(sum, count);
}

/** Returns the Gini mean difference of two or more values from Σ |x_i - x_j| over their pairs, each pair once. */
export function meanDifferenceBy(sumOfPairs: number, count: number): number {
  return 2 * sumOfPairs / (count * (count - 1));
}
