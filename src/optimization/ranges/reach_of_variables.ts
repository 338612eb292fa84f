import type { LinearProgram } from "../../kernels/linear.ts";
import type { Bounds } from "../program/bounds.ts";

/**
 * Passes over all rows. Three carry a bound from a sum to its parts, from these to the sums that contain them, and on
 * to the parts of those.
 */
const PASSES = 3;

/**
 * The bounds of the variables. A variable with an infinite bound gets the tightest bounds that the rows imply: a row
 * limits one of its variables when the others are at their bounds (Andersen and Andersen 1995, Presolving in linear
 * programming, Mathematical Programming 71).
 */
export function reachOfVariables(program: LinearProgram): Bounds {
  const bounds = { lower: program.lower.slice(), upper: program.upper.slice() };
  const isOpen = program.lower.map((low, j) => low > -Infinity && program.upper[j] < Infinity ? 0 : 1);
  if (isOpen.every((one) => one === 0)) return bounds;
  for (let pass = 0; pass < PASSES; pass++) {
    for (let i = 0; i < program.rowLower.length; i++) {
      limitBy(program, i, { bounds, isOpen, sign: 1, most: program.rowUpper[i] });
      limitBy(program, i, { bounds, isOpen, sign: -1, most: -program.rowLower[i] });
    }
  }
  return bounds;
}

/** Tightens bounds by sign × row i ≤ most. */
function limitBy(
  { A: { start, column, value } }: LinearProgram,
  i: number,
  { bounds: { lower, upper }, isOpen, sign, most }: {
    readonly bounds: Bounds;
    readonly isOpen: Float64Array;
    readonly sign: number;
    readonly most: number;
  },
): void {
  if (most === Infinity) return;
  let least = 0, size = Math.abs(most), unbounded = 0;
  const leastOf = (k: number): number => {
    const by = sign * value[k];
    return by * (by > 0 ? lower[column[k]] : upper[column[k]]);
  };
  for (let k = start[i]; k < start[i + 1]; k++) {
    const one = leastOf(k);
    if (!Number.isFinite(one)) unbounded++;
    else {
      least += one;
      size += Math.abs(one);
    }
  }
  if (unbounded > 1) return;
  const rounding = Number.EPSILON * (start[i + 1] - start[i]) * size;
  for (let k = start[i]; k < start[i + 1]; k++) {
    const j = column[k], by = sign * value[k], own = leastOf(k);
    if (isOpen[j] === 0 || (unbounded === 1 && Number.isFinite(own))) continue;
    const bound = (most + rounding - (least - (Number.isFinite(own) ? own : 0))) / by;
    if (by > 0) upper[j] = Math.min(upper[j], bound);
    else lower[j] = Math.max(lower[j], bound);
  }
}
