/** Returns are ratios of prices less 1, each off by a few units in the last place of 1. */
const ROUNDING = 8 * Number.EPSILON;

/** Whether returns never change but for the rounding of the prices that they were made of. */
export function isConstantReturn(returns: ArrayLike<number>): boolean {
  let least = Infinity, most = -Infinity;
  for (let t = 0; t < returns.length; t++) {
    least = Math.min(least, returns[t]);
    most = Math.max(most, returns[t]);
  }
  return most - least <= ROUNDING * Math.max(1, Math.abs(most), Math.abs(least));
}
