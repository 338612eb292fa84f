import { type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { excess, PROOF } from "../certify/proof.ts";
import { solverName } from "../certify/solver_name.ts";
import type { Program } from "../program/program.ts";
import { attempted, threw } from "./attempted.ts";
import type { Task, Way } from "./way.ts";

/**
 * Lets the ways try a program in turn, until one proves an answer or has `isLast`. Of unproven answers it returns the
 * one with the smallest residuals. A way that throws is skipped, and the name of the solver lists it. If a lower bound
 * exceeds its upper bound by more than twice the tolerance of a proof, the program is infeasible. If it exceeds it by
 * less, the answer is `not_proven` and counts as contradicted.
 */
export function solveInTurn(ways: readonly Way[], task: Task): ProgramAnswer {
  const crossed = largestCrossing(task.program);
  if (crossed > 0) {
    const answer = withoutPoint(crossed > 2 * PROOF.primal ? "infeasible" : "not_proven", "bounds", 0);
    return { ...answer, isContradicted: answer.status === "not_proven" };
  }
  let kept: ProgramAnswer | null = null, spent = 0;
  const failed: string[] = [];
  for (const way of ways) {
    if (!way.suits(task)) continue;
    const answer = attempted(() => way.solve(task));
    if (answer === null) {
      failed.push(threw(way.id));
      continue;
    }
    if (answer.status === "unsolved") {
      spent += answer.iterations;
      continue;
    }
    const solver = solverName([...failed, way.id], answer.solver), iterations = spent + answer.iterations;
    const found = { ...answer, solver, iterations };
    if (found.status !== "not_proven") return found;
    kept = kept === null || excessOf(found) < excessOf(kept) ? found : kept;
    if (way.isLast) return kept;
  }
  return kept ?? withoutPoint("not_proven", failed.length > 0 ? solverName(failed, "none") : "none", spent);
}

/** Returns the excess of the residuals of an answer; Infinity without a point, or if one is NaN. */
function excessOf({ residuals }: ProgramAnswer): number {
  const found = residuals === null ? Infinity : excess(residuals);
  return Number.isNaN(found) ? Infinity : found;
}

function largestCrossing({ lower, upper }: Program): number {
  return lower.reduce((most, low, j) => Math.max(most, low - upper[j]), 0);
}
