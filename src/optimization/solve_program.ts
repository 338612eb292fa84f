import type { Kernels } from "../kernels/mod.ts";
import { judged, type ProgramAnswer } from "./certify/program_answer.ts";
import { idsOf, solverName } from "./certify/solver_name.ts";
import { normsAsEqualities } from "./presolve/norms_as_equalities.ts";
import type { Program } from "./program/program.ts";
import type { ProgramOptions } from "./program_options.ts";
import type { Rescue } from "./rescues/rescue.ts";
import { RESCUES } from "./rescues/mod.ts";
import { WAYS } from "./ways/mod.ts";
import { attempted, threw } from "./ways/attempted.ts";
import { solveWidened, unboundedFrom, withoutCosts } from "./ways/solve_part.ts";
import { Task } from "./ways/way.ts";

/**
 * Solves the convex program min ½ x'P x + q'x subject to C x + c in cones and lower ≤ x ≤ upper, and certifies the
 * answer in the caller's units. The ways try the program in turn, and the first verdict is the answer. If a way finds
 * that the limits contradict one another but cannot prove it, the limits are widened within their tolerance. If an
 * answer that the user will see stays unproven, the rescues try it. `unbounded` needs a feasible point besides a ray,
 * so the program is then solved again without an objective.
 */
export function solveProgram(program: Program, kernels: Kernels, options: ProgramOptions = {}): ProgramAnswer {
  const answer = solveAndRescue(new Task(program, kernels, options));
  if (answer.status !== "unbounded") return answer;
  const { purpose } = options;
  const some = solveAndRescue(new Task(withoutCosts(program), kernels, purpose === undefined ? {} : { purpose }));
  return unboundedFrom(answer, some);
}

function solveAndRescue(task: Task): ProgramAnswer {
  const answer = solveWidened(WAYS, task);
  return answer.status === "not_proven" && task.purpose === "shown" ? rescued(task, answer) : answer;
}

function rescued(task: Task, answer: ProgramAnswer): ProgramAnswer {
  const failed: string[] = [];
  const named = ({ solver }: ProgramAnswer, ids: readonly string[]): string =>
    solverName([...idsOf(answer.solver), ...failed, ...ids], solver);
  for (const { id, suits, solve } of [...RESCUES, normsAtRest]) {
    const found = attempted(() => ({ verdict: suits(task, answer) ? solve(task, answer) : null }));
    if (found === null) failed.push(threw(id));
    else if (found.verdict !== null) return { ...found.verdict, solver: named(found.verdict, [id]) };
  }
  return failed.length === 0 ? answer : { ...answer, solver: named(answer, []) };
}

/** The last rescue. It calls `solveProgram` again, so it cannot be in `rescues/`. */
const normsAtRest: Rescue = { id: "norms at rest", suits: () => true, solve: solveRested };

/**
 * Returns the verdict on the program with equalities in place of norms limited to 0. Returns null if the program has no
 * such norms, or if the answer is not proven.
 */
function solveRested({ program, kernels, ...start }: Task, { iterations }: ProgramAnswer): ProgramAnswer | null {
  const restated = normsAsEqualities(program);
  if (restated === null) return null;
  const found = solveProgram(restated.program, kernels, start);
  const by = { solver: found.solver, iterations: iterations + found.iterations };
  const answer = found.point === null ? { ...found, ...by } : judged(program, restated.back(found.point), by);
  return answer.status === "not_proven" ? null : answer;
}
