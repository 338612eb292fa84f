import type { Kernels } from "../../kernels/mod.ts";
import { type LoweredProblem, solveUnderRules } from "../weights/solve_under_rules.ts";
import { type GuessPortfolio, startingGuess } from "../weights/starting_guess.ts";
import type { WeightObjective } from "../weights/weight_objective.ts";
import { type WeightProgram, weightProgram } from "../weights/weight_program.ts";
import { withoutWeights } from "../weights/without_weights.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import type { Method } from "./method.ts";

/** What a program method has at hand. */
export interface MethodContext<Parameters> {
  readonly problem: Problem;
  readonly parameters: Parameters;
  readonly kernels: Kernels;
}

/** What a program method minimises. */
export interface Objective<Parameters> {
  /** Portfolios near one or several of which the answer is likely to lie. */
  readonly guesses: readonly GuessPortfolio[];
  /** A program under the rules of a problem; one over the weights themselves where absent. */
  program?(problem: Problem): WeightProgram;
  /** Adds to a program what is minimised, with the method's own limits; answers what that means to a user. */
  minimise(lowered: WeightProgram, at: MethodContext<Parameters>): WeightObjective;
  /** A point of all variables near the answer, where the method knows a better one than portfolios are. */
  start?(lowered: WeightProgram, at: MethodContext<Parameters>): Float64Array | null;
  /** The solution with what the method knows of it. */
  explain?(solution: Solution, at: MethodContext<Parameters>): Solution;
}

/**
 * A method that solves a program under the rules: the guess, the solve, the certificate and the shadow prices are those
 * of every such method, the objective is its own.
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
