/**
 * Returns of `COMPOUNDED` periods are compounded before a logarithm is taken. It is taken earlier where they have grown
 * or fallen by more than `HALF_LOST`, a fraction, because more would lose digits.
 */
const COMPOUNDED = 16, HALF_LOST = 0.5;
/** Number of groups that are compounded side by side. A processor does not wait for one growth to add to the next. */
const SIDE_BY_SIDE = 4;

/**
 * Returns the mean of log(1 + x) over returns x; -Infinity if a period lost everything. Compounds several periods
 * before each logarithm, because a logarithm is costly.
 */
export function meanLogGrowth(values: Float64Array): number {
  const step = COMPOUNDED * SIDE_BY_SIDE;
  let sum = 0, t = 0;
  for (; t + step <= values.length; t += step) {
    const four = logGrowthOfFour(values, { from: t, sum });
    sum = four ?? logGrowth(values, { from: t, to: t + step, sum });
  }
  return logGrowth(values, { from: t, to: values.length, sum }) / values.length;
}

/**
 * Adds log(1 + x) of four groups of returns to a sum. Null if a period lost everything, or if the growth of a group
 * becomes so large that the group would end earlier.
 */
function logGrowthOfFour(values: Float64Array, { from, sum }: { from: number; sum: number }): number | null {
  let first = 0, second = 0, third = 0, fourth = 0;
  for (let t = from; t < from + COMPOUNDED; t++) {
    first += values[t] * (1 + first);
    second += values[t + COMPOUNDED] * (1 + second);
    third += values[t + 2 * COMPOUNDED] * (1 + third);
    fourth += values[t + 3 * COMPOUNDED] * (1 + fourth);
    if (isLarge(first) || isLarge(second) || isLarge(third) || isLarge(fourth)) return null;
  }
  return sum + Math.log1p(first) + Math.log1p(second) + Math.log1p(third) + Math.log1p(fourth);
}

function isLarge(growth: number): boolean {
  return growth <= -HALF_LOST || growth >= HALF_LOST;
}

/** Adds log(1 + x) of the returns x from one place to another to a sum. */
function logGrowth(values: Float64Array, { from, to, sum }: { from: number; to: number; sum: number }): number {
  let total = sum, growth = 0;
  for (let t = from; t < to; t++) {
    if (values[t] <= -1) return -Infinity;
    growth += values[t] * (1 + growth);
    if (t % COMPOUNDED < COMPOUNDED - 1 && growth > -HALF_LOST && growth < HALF_LOST) continue;
    total += Math.log1p(growth);
    growth = 0;
  }
  return total + Math.log1p(growth);
}
