/**
 * Rounding error of a return. A return is a ratio of prices less 1, so it is off by a few units in the last place of 1.
 */
const ROUNDING = 8 * Number.EPSILON;

/** Whether returns are constant up to the rounding of the prices that they were computed from. */
export function isConstantReturn(returns: ArrayLike<number>): boolean {
  let least = Infinity, most = -Infinity;
  for (let t = 0; t < returns.length; t++) {
    least = Math.min(least, returns[t]);
    most = Math.max(most, returns[t]);
  }
  return most - least <= ROUNDING * Math.max(1, Math.abs(most), Math.abs(least));
}
