import { hasCurves } from "../../program/kinds_of_cones.ts";
import { isWorthGuessing } from "../is_worth_guessing.ts";
import { UNSOLVED, type Way } from "../way.ts";
import { solveByPenalty } from "./solve_by_penalty.ts";

/** Solves a program with one limit on a norm by a search for the price of its square. */
export const penalty: Way = {
  id: "penalty",
  suits: (task) => isWorthGuessing(task) && hasCurves(task.program),
  solve: ({ program, kernels, near }) => (near && solveByPenalty(program, near, kernels)) ?? UNSOLVED,
};
