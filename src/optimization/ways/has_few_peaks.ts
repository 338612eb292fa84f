import type { Program } from "../program/program.ts";
import type { Task } from "./way.ts";

/** Whether few peaks of the running maxima are likely to be active. The solver then tries few of them before all. */
export function hasFewPeaks({ program, guess, purpose }: Task): boolean {
  return guess !== undefined && (purpose === "shown" ? hasDeepestAlone(program) : hasPeaksAlone(program));
}

/**
 * Whether the program has running maxima and no hinges, so that each maximum has a cost of its own. In a search over
 * many such programs, the peaks of one answer are a guess for the next.
 */
export function hasPeaksAlone({ maxima, hinges }: Program): boolean {
  return maxima.length > 0 && hinges.row.length === 0;
}

/**
 * Whether the objective is linear in the deepest drawdowns and the program is not homogenised. Few peaks are active
 * then, and a guess shows most of them.
 */
function hasDeepestAlone({ maxima, hinges, quadratic, scale }: Program): boolean {
  let isScaled = false;
  scale.forEachTerm(0, () => isScaled = true);
  return maxima.length > 0 && hinges.row.length > 0 && quadratic.length === 0 && !isScaled;
}
