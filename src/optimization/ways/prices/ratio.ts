import { isWorthGuessing } from "../is_worth_guessing.ts";
import { UNSOLVED, type Way } from "../way.ts";
import { solveRatio } from "./solve_ratio.ts";

/** A ratio whose definitions have its scale: by prices between return and variance. */
export const ratio: Way = {
  id: "ratio",
  suits: (task) => isWorthGuessing(task) && !task.program.scale.isConstant(),
  solve: ({ program, kernels, near }) => (near && solveRatio(program, near, kernels)) ?? UNSOLVED,
};
