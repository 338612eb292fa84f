import { type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { PROOF } from "../certify/proof.ts";
import { solverName } from "../certify/solver_name.ts";
import type { Program } from "../program/program.ts";
import type { Task, Way } from "./way.ts";

/** The answer of the first way in a list that has a verdict; else the first that is not proven. */
export function solveInTurn(ways: readonly Way[], task: Task): ProgramAnswer {
  const crossed = largestCrossing(task.program);
  if (crossed > 0) {
    const answer = withoutPoint(crossed > 2 * PROOF.primal ? "infeasible" : "not_proven", "bounds", 0);
    return { ...answer, isContradicted: answer.status === "not_proven" };
  }
  let kept: ProgramAnswer | null = null, spent = 0;
  for (const way of ways) {
    if (!way.suits(task, kept)) continue;
    const answer = way.solve(task);
    if (answer.status === "unsolved") {
      spent += answer.iterations;
      continue;
    }
    const solver = solverName([way.id], answer.solver),
      found = { ...answer, solver, iterations: spent + answer.iterations };
    if (way.isLast || found.status !== "not_proven") return found;
    kept ??= found;
  }
  return kept ?? withoutPoint("not_proven", "none", spent);
}

function largestCrossing({ lower, upper }: Program): number {
  return lower.reduce((most, low, j) => Math.max(most, low - upper[j]), 0);
}
