import type { Program } from "../program/program.ts";
import { PROOF } from "./proof.ts";

/** Bounds on variables that their own and those of others imply. */
export interface ImpliedBounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Passes over the rows: from a sum to its parts, and from parts to what they are parts of. */
const PASSES = 2;

/**
 * Bounds that hold for every point that misses no limit by more than `missed`, in the unit of a rule, what a proof
 * allows if absent: of a linear row each variable is bounded by the largest values of the others (Andersen and Andersen
 * 1995, Presolving in linear programming, Mathematical Programming 71). Rows of a homogenised program are left out, for
 * what may be missed of them grows with its scale.
 */
export function impliedBounds(program: Program, missed: number = PROOF.primal): ImpliedBounds {
  const lower = program.lower.map((low) => low - missed);
  const upper = program.upper.map((high) => high + missed);
  if (!program.scale.isConstant()) return { lower, upper };
  for (let pass = 0; pass < PASSES; pass++) {
    for (const block of program.blocks) {
      // Hinges bound nothing but themselves.
      if (!block.cone.isLinear || (block.isDefinition && !block.cone.isEquality)) continue;
      const signs = block.cone.isEquality ? [1, -1] : [1];
      for (let i = block.firstRow; i < block.firstRow + block.rows; i++) {
        for (const sign of signs) tighten(program, { lower, upper }, { i, sign, tolerance: missed / block.unit });
      }
    }
  }
  return { lower, upper };
}

/** Bounds by sign × row ≥ -tolerance. */
function tighten(
  { rows }: Program,
  { lower, upper }: ImpliedBounds,
  { i, sign, tolerance }: { i: number; sign: number; tolerance: number },
): void {
  const columns: number[] = [], coefficients: number[] = [];
  let highest = sign * rows.constant[i] + tolerance, unbounded = 0, size = Math.abs(highest);
  const reach = (column: number, coefficient: number): number =>
    coefficient * (coefficient > 0 ? upper[column] : lower[column]);
  rows.forEachTerm(i, (column, value) => {
    const coefficient = sign * value, most = reach(column, coefficient);
    columns.push(column);
    coefficients.push(coefficient);
    if (!Number.isFinite(most)) unbounded++;
    else {
      highest += most;
      size += Math.abs(most);
    }
  });
  if (unbounded > 1 || new Set(columns).size < columns.length) return;
  const rounding = Number.EPSILON * columns.length * size;
  columns.forEach((column, k) => {
    const own = reach(column, coefficients[k]);
    if (unbounded === 1 && Number.isFinite(own)) return;
    const others = highest + rounding - (Number.isFinite(own) ? own : 0);
    const bound = -others / coefficients[k];
    if (coefficients[k] > 0) lower[column] = Math.max(lower[column], bound);
    else upper[column] = Math.min(upper[column], bound);
  });
}
