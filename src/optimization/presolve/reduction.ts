import type { Program } from "../program/program.ts";
import { followingRows } from "./following_rows.ts";

/** What a reduction makes of a row. */
export const DROPPED = 0, RETAINED = 1, EQUALITY = 2;

/**
 * A smaller program around a point: some variables fixed where they are, some rows dropped or turned into equalities. A
 * hinge u ≥ a whose row is an equality while u is free is substituted: u = a takes it out of the program.
 */
export interface Reduction {
  /** 1 where the variable may move. */
  readonly free: Uint8Array;
  /** The values of the variables that may not; the others are solved for as steps from here. */
  readonly origin: Float64Array;
  /** DROPPED, RETAINED or EQUALITY for each row; those of a curved cone are retained or dropped together. */
  readonly rows: Uint8Array;
}

/** All of it but the variables whose bounds leave them one value and the rows that follow from others. */
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
