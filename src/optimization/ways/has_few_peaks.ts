import type { Program } from "../program/program.ts";
import type { Task } from "./way.ts";

/**
 * Whether the running maxima of a program are likely to have few peaks that count: periods t whose row m_t ≥ a_t is
 * active (`program/program.ts`). The way `few` then tries few of these rows before the way `chain` takes all of them.
 */
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
 * Whether the program has running maxima, hinges and a linear objective, as for the conditional drawdown at risk, and
 * is not homogenised. Only the deepest drawdowns have a cost there, so few peaks are active, and a guess shows most of
 * them.
 */
function hasDeepestAlone({ maxima, hinges, quadratic, scale }: Program): boolean {
  let isScaled = false;
  scale.forEachTerm(0, () => isScaled = true);
  return maxima.length > 0 && hinges.row.length > 0 && quadratic.length === 0 && !isScaled;
}
