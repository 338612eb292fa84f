import { maximumNorm } from "../../domain/matrix.ts";
import type { Program } from "../program/program.ts";
import { type Reduction, wholeOf } from "./reduction.ts";
import { OFF_BOUND, WORTH_TAKING } from "../program/rounding.ts";
import { settledVariables } from "../program/settled_variables.ts";

/**
 * Most variables that a round frees. If nearly all free variables are in use, this number doubles each round, but stays
 * at most the number in use, so that the rounds are few.
 */
export const BATCH = 40;
/** Share of the free variables that must be off their bounds for a round to free more than `BATCH`. */
const USED = 0.9;

/**
 * Frees at most `most` fixed variables, those with the most negative reduced costs. A cost counts beyond `tolerance`
 * times the largest one. Returns the number of freed variables.
 */
export function takeIn(
  program: Program,
  { free }: Reduction,
  costs: Float64Array,
  { most = BATCH, tolerance = WORTH_TAKING }: { readonly most?: number; readonly tolerance?: number } = {},
): number {
  const isSettled = settledVariables(program);
  const size = maximumNorm(costs), worth: number[] = [];
  for (let j = 0; j < costs.length; j++) {
    if (!free[j] && !isSettled[j] && program.lower[j] < program.upper[j] && costs[j] < -tolerance * size) worth.push(j);
  }
  worth.sort((a, b) => costs[a] - costs[b]);
  const taken = worth.slice(0, most);
  for (const j of taken) free[j] = 1;
  return taken.length;
}

/** Returns the number of variables to free after a round that ended at x. */
export function batchAt(
  program: Program,
  { free }: Reduction,
  { x, round }: { readonly x: Float64Array; readonly round: number },
): number {
  const isSettled = settledVariables(program), least = OFF_BOUND * maximumNorm(x);
  let moving = 0, used = 0;
  for (let j = 0; j < x.length; j++) {
    if (!free[j] || isSettled[j]) continue;
    moving++;
    if (Math.min(x[j] - program.lower[j], program.upper[j] - x[j]) > least) used++;
  }
  return used >= USED * moving ? Math.max(BATCH, Math.min(used, BATCH * 2 ** round)) : BATCH;
}

/**
 * Returns the reduction that also fixes the variables which a guess has at their lower bounds. Those of `isSettled`
 * stay free, by default those of hinges and running maxima.
 */
export function reductionAt(program: Program, guess: Float64Array, isSettled = settledVariables(program)): Reduction {
  const reduction = wholeOf(program);
  for (let j = 0; j < program.size; j++) {
    if (!isSettled[j] && guess[j] <= program.lower[j]) fixAtLower(program, reduction, j);
  }
  return reduction;
}

/** Fixes a variable of a reduction at its lower bound, in place. */
export function fixAtLower({ lower }: Program, { free, origin }: Reduction, j: number): void {
  free[j] = 0;
  origin[j] = lower[j];
}
