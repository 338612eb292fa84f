import type { Program } from "../../program/program.ts";
import type { Perspective } from "./perspective.ts";
import { LONG, OUT, type Support, type SupportRules } from "./support.ts";

/**
 * Returns a program and a constant whose sum bounds the objective of a program from below, if few weights may be held.
 * Let d be the entry of the diagonal for a weight w (`perspective.ts`), and z be 1 if w is held and 0 otherwise. Then d
 * w² = d w² / z ≥ 2 d a w - d a² z for every a, and the sum of the z is at most the count (Frangioni and Gentile 2006,
 * Perspective cuts for a class of convex 0-1 mixed integer programs). Each a is w / z at the weights `at`, with z =
 * min(1, √d |w| / t) and the t for which the z sum to the count. Returns null if no count limits the weights.
 */
export function loweredByPerspective(
  program: Program,
  support: Support,
  { at, perspective: { term, rest, diagonal, constant }, rules: { counts } }: {
    readonly at: Float64Array;
    readonly perspective: Perspective;
    readonly rules: SupportRules;
  },
): { readonly program: Program; readonly constant: number } | null {
  const slopes = slopesAt(at, support, { diagonal, counts });
  if (slopes === null) return null;
  const { factor, offset } = term;
  const linear = program.linear.slice();
  slopes.forEach((a, i) => linear[offset + i] += factor * diagonal[i] * a);
  const sizes = slopes.map((a, i) => diagonal[i] * a * a);
  const most = Math.min(...counts.map((count) => mostHeld(sizes, support, count)));
  return {
    program: { ...program, quadratic: [{ ...term, matrix: rest }], linear },
    constant: constant - factor * most / 2,
  };
}

interface Counted {
  readonly diagonal: Float64Array;
  readonly counts: SupportRules["counts"];
}

/** Returns the a = w / z of `loweredByPerspective` for each weight, or null if no count limits the open weights. */
function slopesAt(at: Float64Array, support: Support, { diagonal, counts }: Counted): Float64Array | null {
  const roots = diagonal.map(Math.sqrt), level = new Float64Array(at.length);
  let isLimited = false;
  for (const { members, max } of counts) {
    const open = Array.from(support.keys()).filter((i) => members[i] !== 0 && isOpen(support[i]));
    const left = max - support.reduce((held, options, i) => isHeld(options) ? held + members[i] : held, 0);
    if (left >= open.length || left <= 0) continue;
    isLimited = true;
    const threshold = thresholdOf(open.map((i) => roots[i] * Math.abs(at[i])), left);
    for (const i of open) level[i] = Math.max(level[i], threshold);
  }
  if (!isLimited) return null;
  return at.map((weight, i) => {
    if (!isOpen(support[i])) return weight;
    const size = Math.max(Math.abs(weight), level[i] / roots[i]);
    return weight < 0 ? -size : weight > 0 || (support[i] & ~OUT) === LONG ? size : 0;
  });
}

const isOpen = (options: number): boolean => (options & OUT) !== 0 && options !== OUT;
const isHeld = (options: number): boolean => (options & OUT) === 0;

/** Returns t with Σ min(1, s / t) = count, for more than `count` positive sizes s. Returns 0 for fewer. */
function thresholdOf(sizes: readonly number[], count: number): number {
  const sorted = sizes.toSorted((a, b) => b - a);
  let rest = sorted.reduce((sum, one) => sum + one, 0);
  for (let whole = 0; whole < count; whole++) {
    const threshold = rest / (count - whole);
    if (sorted[whole] <= threshold) return threshold;
    rest -= sorted[whole];
  }
  return 0;
}

/** Returns an upper bound of Σ s z for sizes s ≥ 0, where z is 1 for a held weight and 0 otherwise, under one count. */
function mostHeld(
  sizes: Float64Array,
  support: Support,
  { members, max }: { readonly members: Float64Array; readonly max: number },
): number {
  let sum = 0, held = 0;
  const open: number[] = [];
  support.forEach((options, i) => {
    if (options === OUT) return;
    if (isHeld(options) || members[i] === 0) sum += sizes[i];
    else open.push(sizes[i]);
    if (isHeld(options)) held += members[i];
  });
  const left = Math.max(0, Math.min(open.length, max - held));
  open.sort((a, b) => b - a);
  for (let k = 0; k < left; k++) sum += open[k];
  return sum;
}
