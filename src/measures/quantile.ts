/**
 * Returns the quantile of an ascending array: the value below which the fraction `share` lies, interpolated linearly.
 * Type 7 of Hyndman, R. J. and Fan, Y. (1996), Sample Quantiles in Statistical Packages, The American Statistician
 * 50(4), 361-365.
 */
export function quantile(ascending: Float64Array, share: number): number {
  const place = share * (ascending.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, ascending.length - 1);
  return ascending[below] + (place - below) * (ascending[above] - ascending[below]);
}
