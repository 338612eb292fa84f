import { withCertificate } from "../certify/program_answer.ts";
import { magnify } from "../presolve/magnify.ts";
import { polish } from "../refine/polish.ts";
import { WAYS } from "../ways/mod.ts";
import { solveInTurn } from "../ways/solve_in_turn.ts";
import { Task } from "../ways/way.ts";
import { hasSolversCones, isSmall } from "./by_engines.ts";
import type { Rescue } from "./rescue.ts";
import { STEP_UNITS } from "../engines/accuracy.ts";

/** Refines the best point: solves for the step from it, in smaller units each time. */
export const smallerSteps: Rescue = {
  id: "smaller steps",
  suits: ({ program }) => hasSolversCones(program) && isSmall(program),
  solve({ program, kernels }, answer) {
    let { point } = answer, { iterations } = answer;
    for (const unit of STEP_UNITS) {
      const magnified = point && magnify(program, point.x, unit);
      const next = magnified && solveInTurn(WAYS, new Task(magnified.program, kernels, {}));
      if (!magnified || !next || next.point === null) break;
      iterations += next.iterations;
      const polished = polish(program, magnified.back(next.point), kernels);
      const better = withCertificate(polished, { solver: next.solver, iterations });
      if (better.status !== "not_proven") return better;
      ({ point } = better);
    }
    return null;
  },
};
