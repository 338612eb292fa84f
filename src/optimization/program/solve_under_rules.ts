import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import { CostlyRules } from "./costly_rules.ts";
import { leaveOutIdleRules } from "./leave_out_idle_rules.ts";
import { supportRulesOf } from "./search_weights.ts";
import { solveWeights, type WeightObjective, type WeightProgram } from "./weight_program.ts";

/** A program of a problem as a method lowers it, and a start where one is worth its while. */
export interface LoweredProblem {
  readonly lowered: WeightProgram;
  readonly objective: WeightObjective;
  readonly guess?: () => Float64Array;
}

/**
 * Solves a problem by the programs that a method makes of it under fewer rules: without those that cost much to solve
 * with while they are kept, and in a search over what is held with cuts in their place.
 */
export function solveUnderRules(
  problem: Problem,
  lower: (problem: Problem) => LoweredProblem,
  kernels: Kernels,
): Solution {
  if (supportRulesOf(problem) === null) {
    return leaveOutIdleRules(problem, (ruled) => {
      const { lowered, objective, guess } = lower(ruled);
      return solveWeights(lowered, objective, { problem: ruled, kernels, guess });
    });
  }
  const beside = new CostlyRules(problem, (ruled) => lower(ruled).lowered);
  const { lowered, objective, guess } = lower({ ...problem, leftOut: beside.leftOut });
  return solveWeights(lowered, objective, { problem, kernels, guess, ...beside.leftOut.size > 0 && { beside } });
}
