import type { Program } from "./program.ts";

/**
 * Codes the lower bound of variable j as a negative number. The source of a row of a reduced program is such a code, or
 * the index of a row of the program, from 0 on.
 */
export const lowerBound = (j: number): number => -1 - 2 * j;
export const upperBound = (j: number): number => -2 - 2 * j;

/** The variable whose bound a negative source codes. */
export function boundedVariable(source: number): number {
  return (-1 - source) >> 1;
}

/** Whether a negative source is an upper bound. */
export function isUpperBound(source: number): boolean {
  return (-1 - source) % 2 === 1;
}

/** The distance of a point from a bound, negative beyond it. */
export function slackOfBound({ lower, upper }: Program, x: Float64Array, source: number): number {
  const j = boundedVariable(source);
  return isUpperBound(source) ? upper[j] - x[j] : x[j] - lower[j];
}
