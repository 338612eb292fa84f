import { isWorthGuessing } from "../is_worth_guessing.ts";
import { proven } from "../proven.ts";
import { UNSOLVED, type Way } from "../way.ts";
import { solveLazily } from "./solve_lazily.ts";

/**
 * Solves for few of the variables and hinges. A round may have no answer because of what it decided, so the way can end
 * without one.
 */
export const few: Way = {
  id: "few",
  suits: isWorthGuessing,
  solve({ program, kernels, near }) {
    if (near === null) return UNSOLVED;
    const solved = solveLazily(program, kernels, { guess: near });
    return solved.status === "unsolved"
      ? { status: "unsolved", iterations: solved.iterations }
      : proven(program, solved, kernels);
  },
};
