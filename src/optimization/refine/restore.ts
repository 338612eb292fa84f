import { maximumNorm } from "../../domain/matrix.ts";
import type { Program } from "../program/program.ts";
import { meetRows } from "./meet_rows.ts";
import { STRAY } from "../program/rounding.ts";

/**
 * Returns a nearby point that satisfies limits which the given one misses by little, as happens with coefficients of
 * 1e5. Variables near a bound move to it. Equalities, and rows near their limit, are met to rounding. The change is the
 * least one, with each variable measured in units of its size or, if less, of its distance from its bounds. Curved
 * cones are ignored. Null if that takes too much work.
 */
export function restore(program: Program, point: Float64Array): Float64Array | null {
  const { lower, upper, rows } = program;
  const size = maximumNorm(point), stray = STRAY * size;
  const x = point.map((entry, j) =>
    entry - lower[j] <= stray ? lower[j] : upper[j] - entry <= stray ? upper[j] : entry
  );
  const stretch = x.map((entry, j) => Math.min(Math.abs(entry), entry - lower[j], upper[j] - entry));
  return meetRows(rows, x, { rows: tightRows(program, x), stretch });
}

/** Returns the rows of equalities, and linear rows near or beyond their limit. */
function tightRows({ blocks, rows }: Program, x: Float64Array): readonly number[] {
  const tight: number[] = [];
  for (const { cone, firstRow, rows: count } of blocks) {
    if (!cone.isLinear) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      let slack = rows.constant[i], terms = Math.abs(slack);
      rows.forEachTerm(i, (column, value) => {
        slack += value * x[column];
        terms += Math.abs(value * x[column]);
      });
      if (cone.isEquality || slack <= STRAY * terms) tight.push(i);
    }
  }
  return tight;
}
