import type { Kernels } from "../kernels/types.ts";
import { provesInfeasible } from "./certify.ts";
import { polish } from "./polish.ts";
import type { Program } from "./program.ts";
import { judged, type ProgramAnswer, withoutPoint } from "./program_answer.ts";
import { wholeOf } from "./restriction.ts";
import { solveBudgetProgram } from "./solve_budget_program.ts";
import { solveLazily } from "./solve_lazily.ts";
import { solveRestricted } from "./solve_restricted.ts";
import { solveWithoutHinges } from "./solve_without_hinges.ts";

/** Programs with fewer variables and no hinges are solved whole: leaving some out gains nothing. */
const WORTH_LEAVING_OUT = 100;

export interface ProgramOptions {
  /** Makes a point near the optimum to start from; it need not be feasible. */
  readonly guess?: () => Float64Array;
}

/**
 * Solves a convex program and certifies the answer in the caller's units. A budget and bounds alone go to the active set
 * of the core, all else to the conic solver, large programs by the parts of them that matter; answers are polished on their
 * active set, and the better point is kept. The solver's own status decides only what is infeasible and what is unbounded.
 */
export function solveProgram(program: Program, kernels: Kernels, options: ProgramOptions = {}): ProgramAnswer {
  const { guess } = options;
  if (program.lower.some((low, j) => low > program.upper[j])) return withoutPoint("infeasible", "bounds", 0);
  const byActiveSet = solveBudgetProgram(program, kernels.core);
  if (byActiveSet !== null && byActiveSet.status !== "not_proven") return byActiveSet;
  const isLarge = program.hinges.row.length > 0 || program.size >= WORTH_LEAVING_OUT;
  const solved = guess && isLarge
    ? solveLazily(program, kernels.conic, guess())
    : solveRestricted(program, kernels.conic, wholeOf(program));
  if (solved.status === "infeasible" && !provesInfeasible(program, solved.multipliers)) {
    return withoutPoint("not_proven", "clarabel", solved.iterations);
  }
  if (solved.status === "unsolved") return withoutPoint("not_proven", "clarabel", solved.iterations);
  if (solved.status !== "solved") return withoutPoint(solved.status, "clarabel", solved.iterations);
  const polished = polish(program, solved.point, kernels);
  const iterations = solved.iterations + polished.iterations;
  const answer = judged(program, polished.point, { solver: "clarabel", iterations });
  if (answer.status === "optimal" || program.hinges.row.length === 0) return answer;
  const free = solveWithoutHinges(program, kernels.conic);
  if (free === null) return answer;
  return judged(program, free.point, { solver: "clarabel", iterations: iterations + free.iterations });
}
