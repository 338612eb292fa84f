import type { Program } from "./program.ts";

/** The lower bound of variable j as the source of a row: rows of a program count from 0, bounds below. */
export const lowerBound = (j: number): number => -1 - 2 * j;
export const upperBound = (j: number): number => -2 - 2 * j;

/** The variable whose bound a source below 0 is. */
export function boundedVariable(source: number): number {
  return (-1 - source) >> 1;
}

/** Whether that bound is the upper one. */
export function isUpperBound(source: number): boolean {
  return (-1 - source) % 2 === 1;
}

/** How far a point is within a bound. */
export function slackOfBound({ lower, upper }: Program, x: Float64Array, source: number): number {
  const j = boundedVariable(source);
  return isUpperBound(source) ? upper[j] - x[j] : x[j] - lower[j];
}
