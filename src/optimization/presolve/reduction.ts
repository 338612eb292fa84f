import type { Program } from "../program/program.ts";
import { followingRows } from "./following_rows.ts";

/** States of a row in a reduction. A dropped row leaves the program, and an inequality may become an equality. */
export const DROPPED = 0, RETAINED = 1, EQUALITY = 2;

/**
 * A smaller program around a point. Some variables are fixed at their values, and some rows are dropped or become
 * equalities. If the row of a hinge u ≥ a becomes an equality while u is free, u = a removes u from the program.
 */
export interface Reduction {
  /** 1 for each variable that may move, 0 for each fixed one. */
  readonly free: Uint8Array;
  /** The values of the fixed variables. The free variables are solved for as steps from here. */
  readonly origin: Float64Array;
  /** DROPPED, RETAINED or EQUALITY for each row. The rows of one curved cone have one state. */
  readonly rows: Uint8Array;
}

/** Returns the reduction that only fixes variables with equal bounds and drops rows that other limits imply. */
export function wholeOf(program: Program): Reduction {
  const { size, lower, upper } = program;
  const free = new Uint8Array(size).fill(1), origin = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    if (lower[j] !== upper[j]) continue;
    free[j] = 0;
    origin[j] = lower[j];
  }
  return { free, origin, rows: followingRows(program).map((follows) => follows ? DROPPED : RETAINED) };
}
