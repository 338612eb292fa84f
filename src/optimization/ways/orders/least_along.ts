import { END_OF_WAY } from "../../program/rounding.ts";
/** Steps of the golden-section search. The last interval is about a millionth of the first. */
const STEPS = 30;

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Returns the share in [0, 1] at which a convex function is least, by golden-section search. Returns 1 if the function
 * does not rise at the end, also if the minimum is not unique.
 */
export function leastAlong(valueAt: (share: number) => number): number {
  if (valueAt(1) <= valueAt(1 - END_OF_WAY)) return 1;
  let low = 0, high = 1, a = 1 - GOLDEN, b = GOLDEN;
  let atA = valueAt(a), atB = valueAt(b);
  for (let step = 0; step < STEPS; step++) {
    if (atA <= atB) {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = valueAt(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = valueAt(b);
    }
  }
  const candidates = [1, 0, (low + high) / 2].map((share) => ({ share, value: valueAt(share) }));
  return candidates.reduce((best, one) => one.value < best.value ? one : best).share;
}
