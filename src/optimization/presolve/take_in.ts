import type { Program } from "../program/program.ts";
import { type Reduction, wholeOf } from "./reduction.ts";
import { OFF_BOUND, WORTH_TAKING } from "../program/rounding.ts";

/** Variables taken in at a time: where what was taken in is used, twice as many a round, so that rounds are few. */
export const BATCH = 40;
/** Share of the variables that were taken in, off their bounds, that counts as used. */
const USED = 0.9;

/** Takes in the variables whose reduced costs say that they would better the point most; answers how many. */
export function takeIn(
  program: Program,
  { free }: Reduction,
  costs: Float64Array,
  { most = BATCH, tolerance = WORTH_TAKING }: { readonly most?: number; readonly tolerance?: number } = {},
): number {
  const isSet = setMask(program);
  const size = largest(costs), worth: number[] = [];
  for (let j = 0; j < costs.length; j++) {
    if (!free[j] && !isSet[j] && program.lower[j] < program.upper[j] && costs[j] < -tolerance * size) worth.push(j);
  }
  worth.sort((a, b) => costs[a] - costs[b]);
  const taken = worth.slice(0, most);
  for (const j of taken) free[j] = 1;
  return taken.length;
}

/** How many variables are worth taking in after a round, beside those of its point. */
export function batchAt(
  program: Program,
  { free }: Reduction,
  { x, round }: { readonly x: Float64Array; readonly round: number },
): number {
  const isSet = setMask(program), least = OFF_BOUND * largest(x);
  let moving = 0, used = 0;
  for (let j = 0; j < x.length; j++) {
    if (!free[j] || isSet[j]) continue;
    moving++;
    if (Math.min(x[j] - program.lower[j], program.upper[j] - x[j]) > least) used++;
  }
  return used >= USED * moving ? Math.max(BATCH, Math.min(used, BATCH * 2 ** round)) : BATCH;
}

/** All of a program but the variables that a guess has at their lower bounds, of those that others do not set. */
export function ofUsed(program: Program, guess: Float64Array, isSet = setMask(program)): Reduction {
  const reduction = wholeOf(program);
  for (let j = 0; j < program.size; j++) {
    if (!isSet[j] && guess[j] <= program.lower[j]) fixAtLower(program, reduction, j);
  }
  return reduction;
}

export function fixAtLower({ lower }: Program, { free, origin }: Reduction, j: number): void {
  free[j] = 0;
  origin[j] = lower[j];
}

/** 1 for the variables of hinges and running maxima. */
export function setMask({ size, hinges: { variable }, maxima }: Program): Uint8Array {
  const isSet = new Uint8Array(size);
  for (let h = 0; h < variable.length; h++) isSet[variable[h]] = 1;
  for (const { offset, count } of maxima) isSet.fill(1, offset, offset + count);
  return isSet;
}

function largest(entries: Float64Array): number {
  let most = 0;
  for (let j = 0; j < entries.length; j++) most = Math.max(most, Math.abs(entries[j]));
  return most;
}
