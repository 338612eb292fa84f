import type { ProgramAnswer } from "../certify/program_answer.ts";
import { solveReduced } from "../engines/mod.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { isWorthGuessing } from "./is_worth_guessing.ts";
import { proven } from "./proven.ts";
import type { Task, Way } from "./way.ts";

/** Solves a small program, or one without a guess, with all variables and rows at once. */
export const small: Way = {
  id: "small",
  isLast: true,
  suits: (task) => !isWorthGuessing(task),
  solve: solveWhole,
};

/** Solves a large program with all variables and rows at once, however slow, if no other way proves an answer. */
export const whole: Way = {
  id: "whole",
  isLast: true,
  suits: isWorthGuessing,
  solve: solveWhole,
};

function solveWhole({ program, kernels }: Task): ProgramAnswer {
  return proven(program, solveReduced(program, kernels, wholeOf(program)), kernels);
}
