import type { Kernels } from "../../kernels/mod.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import type { ProgramOptions } from "../program_options.ts";
import { CostlyRules } from "./costly_rules.ts";
import { leaveOutInactiveRules } from "./leave_out_inactive_rules.ts";
import type { Program } from "../program/program.ts";
import { supportRulesOf } from "./search_weights.ts";
import type { WeightObjective } from "./weight_objective.ts";
import { solveWeights, type WeightProgram } from "./weight_program.ts";

/** The program of a method for a problem, with starting points if they are useful. */
export interface LoweredProblem extends Pick<ProgramOptions, "guess" | "likely"> {
  readonly lowered: WeightProgram;
  readonly objective: WeightObjective;
}

type Lower = (problem: Problem) => LoweredProblem;

/**
 * Work limit, in matrix entries, of a search in which the costly rules are cones over the weights. If it proves
 * nothing, a search with cuts in their place follows.
 */
const TRIED_AT_MOST = 2.5e6;

/**
 * Solves a problem with the program that a method builds for it. Costly rules are omitted as long as they hold; in a
 * search over held weights cuts replace them if that is much cheaper.
 */
export function solveUnderRules(problem: Problem, lower: Lower, kernels: Kernels): Solution {
  return solveByCuts(problem, lower, kernels) ?? solveByRules(problem, lower, { kernels });
}

function solveByRules(
  problem: Problem,
  lower: Lower,
  { kernels, workAtMost }: { readonly kernels: Kernels; readonly workAtMost?: number },
): Solution {
  return leaveOutInactiveRules(problem, (ruled) => {
    const { lowered, objective, ...start } = lower(ruled);
    return solveWeights(lowered, objective, { problem: ruled, kernels, ...start, ...workAtMost && { workAtMost } });
  });
}

/**
 * Solves by a search with cuts in place of the costly rules. Null if the problem needs no search or has no costly
 * rules, if the other rules are not linear rows over the weights alone, or if the search finds no weights. If the
 * costly rules need no further variables, a short search with the rules themselves is tried first.
 */
function solveByCuts(problem: Problem, lower: Lower, kernels: Kernels): Solution | null {
  if (problem.leftOut !== undefined || supportRulesOf(problem) === null) return null;
  const beside = new CostlyRules(problem, (ruled) => lower(ruled).lowered);
  if (beside.leftOut.size === 0) return null;
  const { lowered, objective, ...start } = lower({ ...problem, leftOut: beside.leftOut });
  const program = lowered.program.build();
  if (!isOfWeightsAlone(program) || !program.blocks.every(({ cone }) => cone.isLinear)) return null;
  if (isOfWeightsAlone(lower(problem).lowered.program.build())) {
    const tried = solveByRules(problem, lower, { kernels, workAtMost: TRIED_AT_MOST });
    if (tried.status !== "not_proven") return tried;
  }
  const solution = solveWeights(lowered, objective, { problem, kernels, ...start, beside });
  return solution.status === "not_proven" && solution.weights === null ? null : solution;
}

/** Whether all variables of a program are weights. Rules on a history or on trades add others. */
function isOfWeightsAlone({ hinges, maxima, drawdowns, settlers, scale }: Program): boolean {
  return hinges.variable.length === 0 && maxima.length === 0 && drawdowns.length === 0 && settlers.length === 0 &&
    scale.isConstant();
}
