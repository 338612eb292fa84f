import { dot } from "../../domain/matrix.ts";
import { PROOF } from "../certify/proof.ts";
import type { Problem } from "../problem.ts";
import { netReturnOf } from "../program/net_return.ts";
import type { Solution } from "../solution.ts";

/**
 * Returns the largest amount by which the largest return that the rules allow can exceed that of `best`, a solution for
 * that return: the tolerance of its proof, or Infinity without a proof.
 */
export function returnLeftOpen(best: Solution, problem: Problem): number {
  return best.status === "optimal" ? returnTolerance(best, problem) : Infinity;
}

/**
 * Returns the tolerance of a proof for the return of weights: its gap times the sum of the absolute returns of the
 * holdings and the costs. Infinity without weights.
 */
export function returnTolerance({ weights }: Solution, problem: Problem): number {
  if (weights === null) return Infinity;
  const { expectedReturns } = problem, costs = dot(expectedReturns, weights) - netReturnOf(weights, problem);
  return PROOF.gap * weights.reduce((sum, weight, i) => sum + Math.abs(weight * expectedReturns[i]), costs);
}
