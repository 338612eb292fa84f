import type { HeldCount } from "../../problem.ts";
import type { Bounds } from "../../program/bounds.ts";
import { Affine } from "../../program/affine.ts";
import type { Variables } from "../../program/variables.ts";
import { OUT, SHORT, type Support, type SupportRules } from "./support.ts";
import { BROKEN_COUNT } from "../../program/rounding.ts";

/**
 * Returns the rows that a point breaks, of those that hold wherever the limits on the number of held weights do. A held
 * weight w has bounds l ≤ w ≤ u. w / u is at most 1 for a held weight and 0 otherwise, so the sum of w / u is at most
 * the largest count. If no weight may be short, w / l is at least 1 for a held weight, so the sum of w / l is at least
 * the least count.
 */
export function brokenCountRows(
  support: Support,
  { lower, upper }: Bounds,
  { x, weights: { offset }, rules: { leastSize, counts } }: {
    readonly x: Float64Array;
    readonly weights: Variables;
    readonly rules: SupportRules;
  },
): readonly Affine[] {
  const rowsOf = (count: HeldCount): readonly Affine[] => {
    const open = openMembers(support, count), held = heldMembers(support, count);
    const capped = open.filter((i) => upper[offset + i] > 0 && upper[offset + i] < Infinity);
    const most = count.max - held, least = count.min - held;
    const limited = most < capped.length ? [shares(capped, (i) => upper[offset + i], -most)] : [];
    if (least <= 0 || open.some((i) => (support[i] & SHORT) !== 0)) return limited;
    return [...limited, shares(open, (i) => Math.max(leastSize, lower[offset + i]), least).times(-1)];
  };
  const shares = (places: readonly number[], limit: (i: number) => number, constant: number): Affine => {
    // In units of the smallest limit no coefficient exceeds 1.
    const unit = places.reduce((smallest, i) => Math.min(smallest, limit(i)), Infinity);
    if (!(unit < Infinity)) return Affine.constant(0);
    const row = Affine.combination(
      Uint32Array.from(places, (i) => offset + i),
      Float64Array.from(places, (i) => -unit / limit(i)),
    );
    return row.plus(Affine.constant(-constant * unit));
  };
  return counts.flatMap(rowsOf).filter((row) => row.evaluate(x)[0] < -BROKEN_COUNT);
}

/** Indices of the members of a count that may still be 0 or held. */
function openMembers(support: Support, { members }: HeldCount): readonly number[] {
  return Array.from(support.keys()).filter((i) => members[i] !== 0 && (support[i] & OUT) !== 0 && support[i] !== OUT);
}

function heldMembers(support: Support, { members }: HeldCount): number {
  return support.reduce((held, options, i) => (options & OUT) === 0 ? held + members[i] : held, 0);
}
