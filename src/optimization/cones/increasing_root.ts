/** Most steps. Each is at most half as long as the one before, or halves the bracket. */
const ROUNDS = 200;

/**
 * The root, within a bracket, of a function that is negative below the root and positive above it. Newton's method from
 * the start or the middle of the bracket, with a bisection if a step leaves the bracket or is more than half as long as
 * the one before.
 */
export function increasingRoot(
  { value, slope }: { readonly value: (x: number) => number; readonly slope: (x: number) => number },
  bracket: { readonly low: number; readonly high: number; readonly start?: number },
): number {
  let { low, high } = bracket;
  let x = bracket.start ?? (low + high) / 2, last = high - low;
  for (let round = 0; round < ROUNDS; round++) {
    const error = value(x);
    if (error === 0) return x;
    if (error < 0) low = x;
    else high = x;
    const newton = x - error / slope(x);
    const isGood = newton > low && newton < high && Math.abs(newton - x) <= last / 2;
    const next = isGood ? newton : (low + high) / 2;
    last = Math.abs(next - x);
    x = next;
    if (last <= Number.EPSILON * Math.abs(x)) return x;
  }
  return x;
}
