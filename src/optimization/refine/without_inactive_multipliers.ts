import type { Program } from "../program/program.ts";
import type { Point } from "../program/point.ts";

/**
 * Multipliers with 0 for the rows that have more room, of the largest variable, than they have of the largest
 * multiplier: in an interior point the product of both is the same small number everywhere, and counts as a gap where
 * there is next to nothing to be minimised. The rest may then prove less: judge them. Null where there are none.
 */
export function withoutInactiveMultipliers({ blocks, rows }: Program, { x, z }: Point): Float64Array | null {
  const slacks = rows.evaluate(x), reach = largest(x), most = largest(z), kept = z.slice();
  let isAnyIdle = false;
  for (const { cone, firstRow, rows: count } of blocks) {
    if (!cone.isLinear || cone.isEquality) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      if (!(z[i] > 0 && slacks[i] * most > z[i] * reach)) continue;
      kept[i] = 0;
      isAnyIdle = true;
    }
  }
  return isAnyIdle ? kept : null;
}

function largest(entries: Float64Array): number {
  return entries.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}
