import { isWorthGuessing } from "../is_worth_guessing.ts";
import { UNSOLVED, type Way } from "../way.ts";
import { solveRatio } from "./solve_ratio.ts";

/**
 * Solves a ratio whose scaling variable stands in definitions, by a search for the price between return and variance.
 */
export const ratio: Way = {
  id: "ratio",
  suits: (task) => isWorthGuessing(task) && !task.program.scale.isConstant(),
  solve: ({ program, kernels, near }) => (near && solveRatio(program, near, kernels)) ?? UNSOLVED,
};
