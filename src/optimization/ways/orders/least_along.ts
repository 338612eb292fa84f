import { END_OF_WAY } from "../../program/rounding.ts";
/** Steps of the search: the last interval is a millionth of the way. */
const STEPS = 30;

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The share of a way, 0 to 1, where a convex function of it is least; of ends that are as good as any the far one. */
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
