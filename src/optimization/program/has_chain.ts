import type { Program } from "./program.ts";

/** Whether a program has variables of which each is tied to the one before it. */
export function hasChain({ maxima, shortfalls }: Program): boolean {
  return maxima.length + shortfalls.length > 0;
}
