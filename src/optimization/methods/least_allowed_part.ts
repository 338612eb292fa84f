/**
 * Smallest fraction of some weights that `leastAllowedPart` tries. At a fraction of 0 the ratio of the weights is
 * undefined.
 */
const LEAST_PART = 0.01;

/** Relative tolerance of the returned fraction. */
const NEAR = 1e-12;

/** Largest number of secant steps before the bisection. */
const SECANTS = 10;

/**
 * Returns the least fraction in [0.01, 1] of some weights whose breach of the rules, `excessAt`, is at most 0. The
 * breach at 1 must be at most 0. The breach of convex rules is a convex function of the fraction: the zero of the
 * secant through two fractions with a breach is at most the least allowed fraction, and equals it where the breach is
 * linear. Each step goes beyond that zero by half of `NEAR`, so that no breach by rounding is left there. Bisection
 * follows the secant steps. Under rules that are not convex the result is an allowed fraction, perhaps not the least.
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
