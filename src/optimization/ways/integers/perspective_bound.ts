import type { Program } from "../../program/program.ts";
import type { Perspective } from "./perspective.ts";
import { LONG, OUT, type Support, type SupportRules } from "./support.ts";

/**
 * A program with at most the objective of one over weights of which few are held, less a constant: with z 1 where a
 * weight is held and else 0, d w² = d w² / z ≥ 2 d a w - d a² z for every a, and the z sum to no more than may be held
 * (Frangioni and Gentile 2006, Perspective cuts for a class of convex 0-1 mixed integer programs). The a are w / z for
 * weights near its own, with z in proportion to sqrt(d) |w| up to 1. Null where no count limits the weights.
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

/** Of each weight w / z; null where every count allows as many as there are. */
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

/** The t with Σ min(1, s / t) = count, for sizes s of which more than so many are not 0; else 0. */
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

/** At most Σ s z over z that keep one count. */
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
