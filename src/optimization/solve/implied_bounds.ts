import type { Bounds } from "../program/bounds.ts";
import type { Program } from "../program/program.ts";
import { PROOF } from "./proof.ts";

/**
 * Passes over the rows, there and back: from a sum of parts to what they are parts of, to what bounds their sum, and to
 * the other parts.
 */
const PASSES = 3;

/**
 * Bounds that hold for every point that misses no limit by more than `missed`, in the unit of a rule, what a proof
 * allows if absent: of a linear row each variable is bounded by the largest values of the others (Andersen and Andersen
 * 1995, Presolving in linear programming, Mathematical Programming 71). Rows of a homogenised program are left out, for
 * what may be missed of them grows with its scale.
 */
export function impliedBounds(program: Program, missed: number = PROOF.primal): Bounds {
  const lower = program.lower.slice(), upper = program.upper.slice();
  // What variables are made of is missed by nothing, nor is 0: a weight that is less than that counts as 0.
  for (const { offset, count } of program.boundLabels) {
    for (let j = offset; j < offset + count; j++) {
      if (lower[j] !== 0) lower[j] = program.lower[j] - missed;
      if (upper[j] !== 0) upper[j] = program.upper[j] + missed;
    }
  }
  if (!program.scale.isConstant()) return { lower, upper };
  const { variable, row, limits } = program.hinges;
  const isLimit = new Set(limits), isOpen = new Set(row.filter((_, h) => program.lower[variable[h]] === -Infinity));
  for (let pass = 0; pass < PASSES; pass++) {
    for (const block of pass % 2 === 0 ? program.blocks : program.blocks.toReversed()) {
      // Hinges bound nothing but themselves, and what they stand for in limits.
      const { cone, isDefinition, firstRow } = block;
      if (!cone.isLinear || (isDefinition && !cone.isEquality && !isOpen.has(firstRow))) continue;
      const signs = cone.isEquality ? [1, -1] : [1];
      for (let i = firstRow; i < firstRow + block.rows; i++) {
        const tolerance = missed / block.unit;
        for (const sign of signs) tighten(termsOf(program, i, sign), { lower, upper }, tolerance);
        if (isLimit.has(i)) tighten(withoutHinges(program, i), { lower, upper }, tolerance);
      }
    }
  }
  return { lower, upper };
}

/** constant + Σ coefficient x, a column once. */
interface Terms {
  readonly constant: number;
  readonly coefficients: ReadonlyMap<number, number>;
}

function termsOf({ rows }: Program, i: number, sign: number): Terms {
  const coefficients = new Map<number, number>();
  rows.forEachTerm(i, (column, value) => coefficients.set(column, (coefficients.get(column) ?? 0) + sign * value));
  return { constant: sign * rows.constant[i], coefficients };
}

/** A limit with the first a of each u ≥ a in it, of which a larger one makes it harder to keep. */
function withoutHinges(program: Program, i: number): Terms {
  const { hinges: { variable, row }, rows } = program;
  const firstRow = new Map<number, number>();
  variable.forEach((u, h) => firstRow.set(u, firstRow.get(u) ?? row[h]));
  const coefficients = new Map<number, number>();
  let constant = 0;
  const add = (i: number, by: number): void => {
    constant += by * rows.constant[i];
    rows.forEachTerm(i, (column, value) => {
      const own = firstRow.get(column);
      if (own === undefined) coefficients.set(column, (coefficients.get(column) ?? 0) + by * value);
      else if (own !== i) add(own, -by * value);
    });
  };
  add(i, 1);
  return { constant, coefficients };
}

/** Bounds by terms of at least -tolerance. */
function tighten({ constant, coefficients }: Terms, { lower, upper }: Bounds, tolerance: number): void {
  let highest = constant + tolerance, unbounded = 0, size = Math.abs(highest);
  const reach = (column: number, coefficient: number): number =>
    coefficient * (coefficient > 0 ? upper[column] : lower[column]);
  for (const [column, coefficient] of coefficients) {
    const most = coefficient === 0 ? 0 : reach(column, coefficient);
    if (!Number.isFinite(most)) unbounded++;
    else {
      highest += most;
      size += Math.abs(most);
    }
  }
  if (unbounded > 1) return;
  const rounding = Number.EPSILON * coefficients.size * size;
  for (const [column, coefficient] of coefficients) {
    if (coefficient === 0) continue;
    const own = reach(column, coefficient);
    if (unbounded === 1 && Number.isFinite(own)) continue;
    const others = highest + rounding - (Number.isFinite(own) ? own : 0);
    const bound = -others / coefficient;
    if (coefficient > 0) lower[column] = Math.max(lower[column], bound);
    else upper[column] = Math.min(upper[column], bound);
  }
}
