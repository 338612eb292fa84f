import type { HeldCount } from "../../problem.ts";
import type { Bounds } from "../../program/bounds.ts";
import type { Variables } from "../../program/variables.ts";
import { NO_WEIGHT } from "../../program/rounding.ts";

/** Values that a weight may still take, as bits: 0, long or short. */
export const OUT = 1, LONG = 2, SHORT = 4;

/** Rules on how many weights are held, that is, not 0, and on how small these may be. */
export interface SupportRules {
  /** Least size of a held weight, above 0. */
  readonly leastSize: number;
  readonly counts: readonly HeldCount[];
}

/** A set of `OUT`, `LONG` and `SHORT` for each weight. */
export type Support = Uint8Array;

/** Returns the values that bounds leave open for each weight, 0 for a weight without any. */
export function openSupport({ lower, upper }: Bounds, { offset, count }: Variables, leastSize: number): Support {
  return Uint8Array.from({ length: count }, (_, i) => {
    const low = lower[offset + i], high = upper[offset + i];
    return (low <= 0 && high >= 0 ? OUT : 0) | (high >= leastSize ? LONG : 0) | (low <= -leastSize ? SHORT : 0);
  });
}

/**
 * Decides weights in place that follow from the counts alone. If the largest count is reached, the other members are
 * out. If only the least number can still be held, all of those are held. Returns false if the counts cannot be met.
 */
export function propagate(support: Support, counts: readonly HeldCount[]): boolean {
  for (let changes = 1; changes > 0;) {
    changes = 0;
    for (const options of support) if (options === 0) return false;
    for (const { members, min, max } of counts) {
      let held = 0, possible = 0;
      support.forEach((options, i) => {
        if (members[i] === 0) return;
        if ((options & OUT) === 0) held++;
        if (options !== OUT) possible++;
      });
      if (held > max || possible < min) return false;
      if (held < max && possible > min) continue;
      support.forEach((options, i) => {
        if (members[i] === 0 || options === OUT || (options & OUT) === 0) return;
        support[i] = held === max ? OUT : options & ~OUT;
        changes++;
      });
    }
  }
  return true;
}

/** Whether each weight has one value left. */
export function isDecided(support: Support): boolean {
  return support.every((options) => options === OUT || options === LONG || options === SHORT);
}

/** Returns the bounds of a program with each weight within the hull of the values that a support leaves open. */
export function boundsWithin(
  support: Support,
  bounds: Bounds,
  { weights: { offset }, leastSize }: { readonly weights: Variables; readonly leastSize: number },
): Bounds {
  const lower = bounds.lower.slice(), upper = bounds.upper.slice();
  support.forEach((options, i) => {
    const j = offset + i, [low, high] = [lower[j], upper[j]];
    if ((options & SHORT) === 0) lower[j] = (options & OUT) !== 0 ? 0 : Math.max(low, leastSize);
    if ((options & LONG) === 0) upper[j] = (options & OUT) !== 0 ? 0 : Math.min(high, -leastSize);
  });
  return { lower, upper };
}

/**
 * Returns a decided support near given weights. The largest weights are held up to the count, if they are at least half
 * the least size. Further ones are held until the least count is met. Returns null if that breaks a count.
 */
export function roundedSupport(
  support: Support,
  at: Float64Array,
  { leastSize, counts }: SupportRules,
): Support | null {
  const held = counts.map(({ members }) =>
    support.reduce((sum, one, i) => (one & OUT) === 0 ? sum + members[i] : sum, 0)
  );
  const rounded = support.map((options, i) => (options & OUT) === 0 ? sideOf(options, at[i]) : OUT);
  const hold = (i: number): void => {
    rounded[i] = sideOf(support[i], at[i]);
    counts.forEach(({ members }, k) => held[k] += members[i]);
  };
  const mayHold = (i: number): boolean =>
    rounded[i] === OUT && support[i] !== OUT && counts.every(({ members, max }, k) => held[k] + members[i] <= max);
  const order = Array.from(support.keys()).sort((a, b) => Math.abs(at[b]) - Math.abs(at[a]) || a - b);
  for (const i of order) if (Math.abs(at[i]) >= leastSize / 2 && mayHold(i)) hold(i);
  counts.forEach(({ members, min }, k) => {
    for (const i of order) if (held[k] < min && members[i] !== 0 && mayHold(i)) hold(i);
  });
  return counts.every(({ min, max }, k) => held[k] >= min && held[k] <= max) ? rounded : null;
}

/** Returns the side of 0 on which a weight is held: its own if that is open. */
function sideOf(options: number, weight: number): number {
  const [near, far] = weight < 0 ? [SHORT, LONG] : [LONG, SHORT];
  return (options & near) !== 0 ? near : options & far;
}

/**
 * Returns the index of the weight to decide next. If a count has more held weights than allowed, it is the largest open
 * weight of that count, because its removal changes the others most. Otherwise it is the one farthest from both 0 and
 * the least size.
 */
export function branchingPlace(support: Support, at: Float64Array, { leastSize, counts }: SupportRules): number {
  const isHeld = (i: number): boolean => (support[i] & OUT) === 0 || Math.abs(at[i]) > NO_WEIGHT;
  const crowded = counts.filter(({ members, max }) =>
    support.reduce((sum, _, i) => isHeld(i) ? sum + members[i] : sum, 0) > max
  );
  let best = -1, most = -Infinity;
  support.forEach((options, i) => {
    if ((options & (options - 1)) === 0) return;
    const size = Math.abs(at[i]);
    const score = crowded.some(({ members }) => members[i] !== 0) ? 2 + size : Math.min(size, leastSize - size);
    if (score > most) [best, most] = [i, score];
  });
  return best;
}
