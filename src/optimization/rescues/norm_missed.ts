import { withoutPoint } from "../certify/program_answer.ts";
import { provesNormMissed } from "../ways/prices/solve_by_penalty.ts";
import type { Rescue } from "./rescue.ts";

/** One limit on a norm that the least norm under the other rules is beyond: no point keeps all. */
export const normMissed: Rescue = {
  id: "norm missed",
  suits: () => true,
  solve: ({ program, kernels, guess }, { solver, iterations }) =>
    provesNormMissed(program, { kernels, guess }) ? withoutPoint("infeasible", solver, iterations) : null,
};
