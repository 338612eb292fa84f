import { withoutPoint } from "../certify/program_answer.ts";
import { provesNormMissed } from "../ways/prices/solve_by_penalty.ts";
import type { Rescue } from "./rescue.ts";

/** Proves a program infeasible whose limit on a norm is below the least norm that the other rules allow. */
export const normMissed: Rescue = {
  id: "norm missed",
  suits: () => true,
  solve: ({ program, kernels, guess }, { solver, iterations }) =>
    provesNormMissed(program, { kernels, guess }) ? withoutPoint("infeasible", solver, iterations) : null,
};
