/**
 * Turns slopes into probabilities, in place: negative ones become 0, the sum 1. If `isEven` rejects them, they are
 * mixed with as small a share of equal probabilities as it accepts. Returns false if no slope is positive.
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
