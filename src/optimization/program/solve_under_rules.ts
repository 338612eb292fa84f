import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import { CostlyRules } from "./costly_rules.ts";
import { leaveOutIdleRules } from "./leave_out_idle_rules.ts";
import type { Program } from "./program.ts";
import { supportRulesOf } from "./search_weights.ts";
import { solveWeights, type WeightObjective, type WeightProgram } from "./weight_program.ts";

/** A program of a problem as a method lowers it, and a start where one is worth its while. */
export interface LoweredProblem {
  readonly lowered: WeightProgram;
  readonly objective: WeightObjective;
  readonly guess?: () => Float64Array;
}

type Lower = (problem: Problem) => LoweredProblem;

/**
 * Solves a problem by the programs that a method makes of it under fewer rules: without those that cost much to solve
 * with while they are kept, and in a search over what is held with cuts in their place where these are far cheaper.
 */
export function solveUnderRules(problem: Problem, lower: Lower, kernels: Kernels): Solution {
  return solveByCuts(problem, lower, kernels) ?? leaveOutIdleRules(problem, (ruled) => {
    const { lowered, objective, guess } = lower(ruled);
    return solveWeights(lowered, objective, { problem: ruled, kernels, guess });
  });
}

/** Null where no search is asked for, its programs would cost about as much with the rules, or it came to nothing. */
function solveByCuts(problem: Problem, lower: Lower, kernels: Kernels): Solution | null {
  if (problem.leftOut !== undefined || supportRulesOf(problem) === null) return null;
  const beside = new CostlyRules(problem, (ruled) => lower(ruled).lowered);
  if (beside.leftOut.size === 0) return null;
  const { lowered, objective, guess } = lower({ ...problem, leftOut: beside.leftOut });
  if (!isOfWeightsAlone(lowered.program.build())) return null;
  const solution = solveWeights(lowered, objective, { problem, kernels, guess, beside });
  return solution.status === "not_proven" && solution.weights === null ? null : solution;
}

/** Whether a program has linear rows over its weights alone: rules of a history would be far longer. */
function isOfWeightsAlone({ blocks, hinges, maxima, shortfalls, settlers, scale }: Program): boolean {
  return blocks.every(({ cone }) => cone.isLinear) && hinges.variable.length === 0 && maxima.length === 0 &&
    shortfalls.length === 0 && settlers.length === 0 && scale.isConstant();
}
