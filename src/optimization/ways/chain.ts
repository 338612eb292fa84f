import type { ProgramAnswer } from "../certify/program_answer.ts";
import { solveChained } from "../engines/solve_chained.ts";
import { hasChain } from "../program/has_chain.ts";
import { hasFewPeaks } from "./has_few_peaks.ts";
import { isWorthGuessing } from "./is_worth_guessing.ts";
import { proven } from "./proven.ts";
import { type Task, UNSOLVED, type Unsolved, type Way } from "./way.ts";

/** Solves a program of drawdowns by the interior-point method that eliminates running maxima period by period. */
export const chain: Way = {
  id: "chain",
  suits: (task) => hasChain(task.program) && !hasFewPeaks(task),
  solve: solveByChain,
};

/**
 * The same method for a program in which `few` may do with few rows of the running maxima (`has_few_peaks.ts`), so it
 * is tried after `few`.
 */
export const lateChain: Way = {
  id: "late chain",
  suits: (task) => hasChain(task.program) && hasFewPeaks(task) && isWorthGuessing(task),
  solve: solveByChain,
};

function solveByChain({ program, kernels, likely }: Task): ProgramAnswer | Unsolved {
  const solved = solveChained(program, kernels, likely), answer = solved && proven(program, solved, kernels);
  return answer?.status === "optimal" ? answer : UNSOLVED;
}
