import type { Task } from "./way.ts";

/** Programs with fewer variables and no hinges are solved whole: leaving some out gains nothing. */
const WORTH_LEAVING_OUT = 100;

/** Whether a program is large enough to be solved by the parts of it that a guess shows to matter. */
export function isWorthGuessing({ program: { size, hinges }, guess }: Task): boolean {
  return guess !== undefined && (hinges.row.length > 0 || size >= WORTH_LEAVING_OUT);
}
