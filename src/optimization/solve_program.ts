import type { Kernels } from "../kernels/mod.ts";
import { judged, type ProgramAnswer } from "./certify/program_answer.ts";
import { idsOf, solverName } from "./certify/solver_name.ts";
import { restNorms } from "./presolve/rest_norms.ts";
import type { Program } from "./program/program.ts";
import type { ProgramOptions } from "./program_options.ts";
import { RESCUES } from "./rescues/mod.ts";
import { WAYS } from "./ways/mod.ts";
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
  for (const rescue of RESCUES) {
    const verdict = rescue.suits(task, answer) ? rescue.solve(task, answer) : null;
    if (verdict !== null) return named(verdict, rescue.id, answer);
  }
  const rested = solveRested(task, answer);
  return rested === null ? answer : named(rested, "norms at rest", answer);
}

function named(verdict: ProgramAnswer, rescue: string, answer: ProgramAnswer): ProgramAnswer {
  return { ...verdict, solver: solverName([...idsOf(answer.solver), rescue], verdict.solver) };
}

/** The verdict on a program with equalities in place of norms of 0; null without these, and where it comes to none. */
function solveRested({ program, kernels, ...start }: Task, { iterations }: ProgramAnswer): ProgramAnswer | null {
  const rested = restNorms(program);
  if (rested === null) return null;
  const found = solveProgram(rested.program, kernels, start);
  const by = { solver: found.solver, iterations: iterations + found.iterations };
  const answer = found.point === null ? { ...found, ...by } : judged(program, rested.back(found.point), by);
  return answer.status === "not_proven" ? null : answer;
}
