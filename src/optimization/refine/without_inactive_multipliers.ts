import { maximumNorm } from "../../domain/matrix.ts";
import type { Program } from "../program/program.ts";
import type { Point } from "../program/point.ts";

/**
 * Returns the multipliers with 0 for rows whose slack, as a share of the largest variable, exceeds their multiplier, as
 * a share of the largest one. In an interior point every product of the two is equally small, and their sum is a gap if
 * the objective nearly vanishes. The result may prove less, so the caller must certify it. Null if there is no such
 * row.
 */
export function withoutInactiveMultipliers({ blocks, rows }: Program, { x, z }: Point): Float64Array | null {
  const slacks = rows.evaluate(x), reach = maximumNorm(x), most = maximumNorm(z), kept = z.slice();
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
