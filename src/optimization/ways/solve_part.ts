import type { Kernels } from "../../kernels/mod.ts";
import { judged, type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { PROOF } from "../certify/proof.ts";
import { widenLimits } from "../presolve/widen_limits.ts";
import type { Program } from "../program/program.ts";
import type { ProgramOptions } from "../program_options.ts";
import { solveInTurn } from "./solve_in_turn.ts";
import { Task, type Way } from "./way.ts";

/** Solves a program as a part of another by a list of ways: what they leave unproven stays so. */
export function solvePart(
  ways: readonly Way[],
  program: Program,
  { kernels, ...options }: { readonly kernels: Kernels } & ProgramOptions,
): ProgramAnswer {
  const answer = solveWidened(ways, new Task(program, kernels, options));
  if (answer.status !== "unbounded") return answer;
  const { purpose } = options, free = withoutCosts(program);
  return unboundedFrom(answer, solveWidened(ways, new Task(free, kernels, purpose === undefined ? {} : { purpose })));
}

/** Solves a program, with limits widened by what may be missed of them where they contradict one another unproven. */
export function solveWidened(ways: readonly Way[], task: Task): ProgramAnswer {
  const given = solveInTurn(ways, task);
  if (!given.isContradicted) return given;
  const { kernels } = task, widened = widenLimits(task.program);
  const { point, solver, iterations } = solveInTurn(ways, new Task(widened.program, kernels, task));
  if (point === null) return given;
  return judged(task.program, widened.back(point), { solver, iterations: given.iterations + iterations });
}

/** A program that any point within the limits answers. */
export function withoutCosts(program: Program): Program {
  return { ...program, linear: new Float64Array(program.size), quadratic: [], settlers: [] };
}

/** What a direction without end is worth that is checked: nothing where no point keeps the rows to start from. */
export function unboundedFrom(answer: ProgramAnswer, some: ProgramAnswer): ProgramAnswer {
  if (some.residuals !== null && some.residuals.primal <= PROOF.primal) return answer;
  const status = some.status === "infeasible" ? some.status : "not_proven";
  return withoutPoint(status, answer.solver, answer.iterations + some.iterations);
}
