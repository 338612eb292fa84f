import type { Method } from "../method.ts";
import type { Problem } from "../../problem.ts";
import { startingGuess } from "../../program/starting_guess.ts";
import { solveWeights, type WeightObjective, weightProgram } from "../../program/weight_program.ts";
import { volatilityOf } from "../../risk/volatility.ts";
import { ENFORCED } from "../enforced.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** The least volatility that the rules allow. */
export const minVolatility: Method<NoParameters> = {
  id: "min_volatility",
  group: "mean-variance",
  documentation: {
    title: "Minimum volatility",
    formula: "minimise sqrt(w'Sw)",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The calmest portfolio within the rules. Needs no expected returns.",
  },
  parameters: noParameters,
  needs: {
    assets: 2,
    observations: 2,
    history: false,
    expectedReturns: false,
    benchmark: false,
    startingPortfolio: false,
  },
  enforces: ENFORCED.byRiskMinimisers,
  solve(problem, _, kernels) {
    const lowered = weightProgram(problem);
    lowered.program.minimizeQuadratic(lowered.weights, problem.covariance);
    return solveWeights(lowered, volatilityObjective(problem), {
      problem,
      kernels,
      guess: () => startingGuess(lowered, problem, { core: kernels.core, likenesses: ["calm"] }),
    });
  },
};

/** The value of ½ w'Sw as a volatility: sqrt(2 f), whose derivative is 1 / sqrt(2 f). */
export function volatilityObjective({ covariance }: Problem): WeightObjective {
  return {
    name: "volatility",
    value: (weights) => volatilityOf(weights, covariance),
    slope: (value) => value > 0 ? 1 / value : 0,
  };
}
