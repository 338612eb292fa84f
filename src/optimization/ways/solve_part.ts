import type { Kernels } from "../../kernels/mod.ts";
import { judged, type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { PROOF } from "../certify/proof.ts";
import { widenLimits } from "../presolve/widen_limits.ts";
import type { Program } from "../program/program.ts";
import type { ProgramOptions } from "../program_options.ts";
import { solveInTurn } from "./solve_in_turn.ts";
import { Task, type Way } from "./way.ts";

/** Solves a program of a search by a list of ways, without rescues. An unproven answer stays unproven. */
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

/**
 * Solves a program. If its limits contradict one another without a proof, solves it again with limits widened within
 * their tolerance, and judges that point by the given limits.
 */
export function solveWidened(ways: readonly Way[], task: Task): ProgramAnswer {
  const given = solveInTurn(ways, task);
  if (!given.isContradicted) return given;
  const { kernels } = task, widened = widenLimits(task.program);
  const { point, solver, iterations } = solveInTurn(ways, new Task(widened.program, kernels, task));
  if (point === null) return given;
  return judged(task.program, widened.back(point), { solver, iterations: given.iterations + iterations });
}

/** The program without an objective: every feasible point is optimal. */
export function withoutCosts(program: Program): Program {
  return { ...program, linear: new Float64Array(program.size), quadratic: [], settlers: [] };
}

/**
 * Returns the verdict on a program with a ray, given an answer `some` of the program without an objective. `unbounded`
 * holds only if that answer has a feasible point, because a ray needs a start. If it is `infeasible`, so is the
 * program.
 */
export function unboundedFrom(answer: ProgramAnswer, some: ProgramAnswer): ProgramAnswer {
  if (some.residuals !== null && some.residuals.primal <= PROOF.primal) return answer;
  const status = some.status === "infeasible" ? some.status : "not_proven";
  return withoutPoint(status, answer.solver, answer.iterations + some.iterations);
}
