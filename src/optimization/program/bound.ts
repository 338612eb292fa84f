import type { Program } from "./program.ts";

/**
 * The lower bound of variable j as the source of a row. Sources from 0 on are rows of a program; negative ones are
 * bounds.
 */
export const lowerBound = (j: number): number => -1 - 2 * j;
export const upperBound = (j: number): number => -2 - 2 * j;

/** The variable of a bound. A source is the number of a row from 0 on, or a negative number that codes a bound. */
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
