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
 * Solves a convex program and certifies the answer in the caller's units: min ½ x'P x + q'x subject to C x + c in cones
 * and lower ≤ x ≤ upper. The first of the ways that suits the program and has a verdict answers. Limits that contradict
 * one another unproven are widened by what may be missed of them, and what stays unproven is rescued where the answer
 * is to be shown.
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

/** The last rescue, which solves anew, so that it stands with the solver. */
const normsAtRest: Rescue = { id: "norms at rest", suits: () => true, solve: solveRested };

/** The verdict on a program with equalities in place of norms of 0; null without these, and where it comes to none. */
function solveRested({ program, kernels, ...start }: Task, { iterations }: ProgramAnswer): ProgramAnswer | null {
  const restated = normsAsEqualities(program);
  if (restated === null) return null;
  const found = solveProgram(restated.program, kernels, start);
  const by = { solver: found.solver, iterations: iterations + found.iterations };
  const answer = found.point === null ? { ...found, ...by } : judged(program, restated.back(found.point), by);
  return answer.status === "not_proven" ? null : answer;
}
