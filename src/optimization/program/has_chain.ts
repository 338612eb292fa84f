import type { Program } from "./program.ts";

/** Whether a program has running maxima or shortfalls, whose variables each depend on the one before. */
export function hasChain({ maxima, shortfalls }: Program): boolean {
  return maxima.length + shortfalls.length > 0;
}
