import { solveBudgetProgram } from "../engines/solve_budget_program.ts";
import { unlimited } from "./proven.ts";
import { UNSOLVED, type Way } from "./way.ts";

/** Solves a program with a budget and bounds alone by the active-set method of the core. */
export const budget: Way = {
  id: "budget",
  suits: () => true,
  solve({ program, kernels }) {
    const answer = solveBudgetProgram(program, kernels.quadratic);
    if (answer === null || answer.status === "not_proven") return UNSOLVED;
    if (answer.status !== "unbounded") return answer;
    const checked = unlimited(program, kernels, answer);
    return checked.status === "unbounded" ? checked : UNSOLVED;
  },
};
