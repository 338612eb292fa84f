import { isWorthGuessing } from "../is_worth_guessing.ts";
import { UNSOLVED, type Way } from "../way.ts";
import { solveRatio } from "./solve_ratio.ts";

/**
 * Solves a ratio by a search for the price of return in terms of variance. It is for homogenised programs in which the
 * scaling variable stands in equalities that define other variables.
 */
export const ratio: Way = {
  id: "ratio",
  suits: (task) => isWorthGuessing(task) && !task.program.scale.isConstant(),
  solve: ({ program, kernels, near }) => (near && solveRatio(program, near, kernels)) ?? UNSOLVED,
};
