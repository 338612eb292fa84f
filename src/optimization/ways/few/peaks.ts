import { judged } from "../../certify/program_answer.ts";
import { hasPeaksAlone } from "../has_few_peaks.ts";
import { UNSOLVED, type Way } from "../way.ts";
import { solveLazily } from "./solve_lazily.ts";

/**
 * Solves a step of a search over drawdowns in one round, in which most running maxima keep the periods of their peaks
 * at the guess. The answer is judged but need not be proven.
 */
export const peaks: Way = {
  id: "peaks",
  isLast: true,
  suits: ({ program, purpose, guess }) => purpose === "step" && guess !== undefined && hasPeaksAlone(program),
  solve({ program, kernels, near }) {
    const solved = near && solveLazily(program, kernels, { guess: near, isOneRound: true });
    return solved?.status === "solved" ? judged(program, solved.point, solved) : UNSOLVED;
  },
};
