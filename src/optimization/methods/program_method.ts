import type { Kernels } from "../../kernels/mod.ts";
import { type LoweredProblem, solveUnderRules } from "../weights/solve_under_rules.ts";
import { type GuessPortfolio, startingGuess } from "../weights/starting_guess.ts";
import type { WeightObjective } from "../weights/weight_objective.ts";
import { type WeightProgram, weightProgram } from "../weights/weight_program.ts";
import { withoutWeights } from "../weights/without_weights.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import type { Method } from "./method.ts";

/** The inputs of a solve. */
export interface MethodContext<Parameters> {
  readonly problem: Problem;
  readonly parameters: Parameters;
  readonly kernels: Kernels;
}

/** The objective of a method that solves a program. */
export interface Objective<Parameters> {
  /** Portfolios that are probably near the optimum; a solver starts from their mean. */
  readonly guesses: readonly GuessPortfolio[];
  /** Builds a program under the rules of a problem. If absent, the variables are the weights themselves. */
  program?(problem: Problem): WeightProgram;
  /** Adds the objective and the method's own limits to a program. Returns the meaning of the objective for a user. */
  minimise(lowered: WeightProgram, at: MethodContext<Parameters>): WeightObjective;
  /** Returns a start for all variables that replaces the portfolios in `guesses`; null for none. */
  start?(lowered: WeightProgram, at: MethodContext<Parameters>): Float64Array | null;
  /** Returns the solution with an explanation or a correction by the method. */
  explain?(solution: Solution, at: MethodContext<Parameters>): Solution;
}

/**
 * Defines a method that solves a convex program under the rules. The method supplies the objective; the start, the
 * solve, the certificate and the shadow prices are common to all such methods.
 */
export function defineProgramMethod<Parameters>(
  description: Omit<Method<Parameters>, "solve">,
  objective: Objective<Parameters>,
): Method<Parameters> {
  return {
    ...description,
    solve(problem, parameters, kernels) {
      if (problem.returns === null && description.needs(parameters).history) {
        return withoutWeights("failed", "The method needs a history of returns");
      }
      const lower = (ruled: Problem): LoweredProblem => {
        const at = { problem: ruled, parameters, kernels };
        const lowered = objective.program?.(ruled) ?? weightProgram(ruled);
        const likely = (): Float64Array => startingGuess(lowered, ruled, { kernels, guesses: objective.guesses });
        const guess = (): Float64Array => objective.start?.(lowered, at) ?? likely();
        return { lowered, objective: objective.minimise(lowered, at), guess, likely };
      };
      const solution = solveUnderRules(problem, lower, kernels);
      return objective.explain?.(solution, { problem, parameters, kernels }) ?? solution;
    },
  };
}
