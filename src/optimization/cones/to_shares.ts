/**
 * Makes slopes shares that sum to 1, mixed with equal ones as far as they are too uneven; false where none is positive.
 */
export function toShares(slopes: Float64Array, isEven: (shares: Float64Array) => boolean): boolean {
  let total = 0;
  for (let i = 0; i < slopes.length; i++) total += slopes[i] = Math.max(0, slopes[i]);
  if (!(total > 0)) return false;
  for (let i = 0; i < slopes.length; i++) slopes[i] /= total;
  if (isEven(slopes)) return true;
  const equal = 1 / slopes.length;
  const mixed = (share: number): Float64Array => slopes.map((one) => (1 - share) * one + share * equal);
  let low = 0, high = 1;
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (isEven(mixed(middle))) high = middle;
    else low = middle;
  }
  slopes.set(mixed(high));
  return true;
}
