import type { Kernels } from "../kernels/mod.ts";
import { minimiseMeasure } from "./methods/minimise_measure.ts";
import { netReturn } from "./program/net_return.ts";
import { supportRulesOf } from "./weights/search_weights.ts";
import { type LoweredProblem, solveUnderRules } from "./weights/solve_under_rules.ts";
import { startingGuess } from "./weights/starting_guess.ts";
import { solveWeights, type WeightProgram, weightProgram } from "./weights/weight_program.ts";
import type { Problem } from "./problem.ts";
import type { MeasureChoice } from "./risk/measure_choice.ts";
import type { Solution } from "./solution.ts";

/** A problem with the measure of risk by which its portfolios are compared. */
export interface RiskComparison extends MeasureChoice {
  readonly problem: Problem;
  /** Unit by which programs divide the measure. */
  readonly unit: number;
  readonly kernels: Kernels;
}

/**
 * Minimises the risk ρ(w) of the weights w subject to the rules of a problem and to the rows that `added` puts into the
 * program. The search starts at `near`, or at the minimum-variance portfolio if that is null.
 */
export function leastRisk(
  { problem, measure, parameters, unit, kernels }: RiskComparison,
  { near = null, added = () => undefined }: {
    readonly near?: Float64Array | null;
    readonly added?: (lowered: WeightProgram) => void;
  } = {},
): Solution {
  const lower = (ruled: Problem): LoweredProblem => {
    const lowered = weightProgram(ruled);
    added(lowered);
    const at = { problem: ruled, parameters, kernels, unit, scale: lowered.scale };
    const start = { ...ruled, warmStart: near };
    return {
      lowered,
      objective: minimiseMeasure(measure, lowered, at),
      guess: () => startingGuess(lowered, start, { kernels, guesses: ["minimum_variance"] }),
    };
  };
  if (supportRulesOf(problem) !== null) return solveUnderRules(problem, lower, kernels);
  const { lowered, objective, guess } = lower(problem);
  return solveWeights(lowered, objective, { problem, kernels, guess });
}

/**
 * Minimises the risk ρ(w) of the weights w subject to the rules and to an expected return, less costs, of at least
 * `target` per period.
 */
export function leastRiskAtReturn(comparison: RiskComparison, target: number, near: Float64Array): Solution {
  return leastRisk(comparison, {
    near,
    added({ program, weights, scale }) {
      program.atMost(scale.times(target), netReturn(program, weights, { problem: comparison.problem, scale }));
    },
  });
}
