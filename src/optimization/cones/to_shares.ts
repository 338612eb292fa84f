/**
 * Turns slopes into probabilities, in place: negative ones become 0, and the sum becomes 1. `isEven` tells whether they
 * are near enough to equal probabilities. If not, they are mixed with the least share of equal ones that suffices.
 * Returns false if no slope is positive.
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
