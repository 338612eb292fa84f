import type { Task } from "./way.ts";

/** Fewest variables for which leaving some out saves time. Smaller programs without hinges are solved whole. */
const WORTH_LEAVING_OUT = 100;

/** Whether a program has a guess and is large enough to solve for part of its variables and hinges first. */
export function isWorthGuessing({ program: { size, hinges }, guess }: Task): boolean {
  return guess !== undefined && (hinges.row.length > 0 || size >= WORTH_LEAVING_OUT);
}
