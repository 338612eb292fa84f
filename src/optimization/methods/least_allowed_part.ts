/** Of the weights found: where the rules allow none at all, the ratio would be one of nothing. */
const LEAST_PART = 0.01;

/** Of the least part: what is found of it is no farther from it. */
const NEAR = 1e-12;

/** Secants before what is left is halved. */
const SECANTS = 10;

/**
 * The least part whose excess over what the rules allow is not above 0, where all of the weights have none; of rules
 * that are not convex a part that has none, perhaps not the least. A breach of convex rules is a convex function of
 * the part: a secant of two parts that are not allowed ends at no more than the least that is, and at it where the
 * breach is linear, but for rounding, which it is led past. What secants leave is halved.
 */
export function leastAllowedPart(excessAt: (part: number) => number): number {
  let low = LEAST_PART, high = 1, above = excessAt(low), next = 2 * low;
  if (above <= 0) return low;
  for (let k = 0; k < SECANTS && next > low && next < high; k++) {
    const excess = excessAt(next), slope = (excess - above) / (next - low);
    if (excess > 0) [low, above, next] = [next, excess, (next - excess / slope) * (1 + NEAR / 2)];
    else high = next;
  }
  const below = high * (1 - NEAR);
  if (below > low && excessAt(below) > 0) low = below;
  while (high - low > NEAR * high) {
    const middle = (low + high) / 2;
    if (excessAt(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}
