import type { Program } from "../program/program.ts";
import type { Task } from "./way.ts";

/** Whether few of the peaks of drawdowns are likely to count, so that few of them are tried before the whole chain. */
export function hasFewPeaks({ program, guess, purpose }: Task): boolean {
  return guess !== undefined && (purpose === "shown" ? hasDeepestAlone(program) : hasPeaksAlone(program));
}

/** Whether running maxima cost by themselves: of many such programs in turn one shows where the next has its peaks. */
export function hasPeaksAlone({ maxima, hinges }: Program): boolean {
  return maxima.length > 0 && hinges.row.length === 0;
}

/** Whether the deepest drawdowns of weights alone cost: few peaks count then, which a guess nearly shows. */
function hasDeepestAlone({ maxima, hinges, quadratic, scale }: Program): boolean {
  let isScaled = false;
  scale.forEachTerm(0, () => isScaled = true);
  return maxima.length > 0 && hinges.row.length > 0 && quadratic.length === 0 && !isScaled;
}
