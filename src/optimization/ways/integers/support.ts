import type { HeldCount } from "../../problem.ts";
import type { Bounds } from "../../program/bounds.ts";
import type { Variables } from "../../program/variables.ts";
import { NO_WEIGHT } from "../../program/rounding.ts";

/** What a weight may still be, any of three. */
export const OUT = 1, LONG = 2, SHORT = 4;

/** Which weights may be 0, and how many are not, every size known. */
export interface SupportRules {
  /** The least size of a weight that is no 0, above 0. */
  readonly leastSize: number;
  readonly counts: readonly HeldCount[];
}

/** Of each weight what it may still be: a set of `OUT`, `LONG` and `SHORT`. */
export type Support = Uint8Array;

/** What the bounds of the weights leave open; a weight that nothing is left for has no bit. */
export function openSupport({ lower, upper }: Bounds, { offset, count }: Variables, leastSize: number): Support {
  return Uint8Array.from({ length: count }, (_, i) => {
    const low = lower[offset + i], high = upper[offset + i];
    return (low <= 0 && high >= 0 ? OUT : 0) | (high >= leastSize ? LONG : 0) | (low <= -leastSize ? SHORT : 0);
  });
}

/**
 * Decides, in place, what follows from the counts by themselves; false where nothing is left. Where as many are held as
 * may be, all others are out; where as few may be as are left, none of them is out.
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

/** Whether nothing is left to decide. */
export function isDecided(support: Support): boolean {
  return support.every((options) => options === OUT || options === LONG || options === SHORT);
}

/** The bounds of a program's variables, weights within the hull of what they may still be. */
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
 * A choice near given weights: the largest are held, as many as may be and those that are nearer to the least size than
 * to 0, and of the others as many as must be. Null where that breaks a count.
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

/** The side of 0 on which a weight is held. */
function sideOf(options: number, weight: number): number {
  const [near, far] = weight < 0 ? [SHORT, LONG] : [LONG, SHORT];
  return (options & near) !== 0 ? near : options & far;
}

/**
 * The weight to be decided next: where too many are held the largest, without which the rest has most to make up for;
 * else the one that is furthest from 0 and from the least size.
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
