import { dot } from "../../../domain/matrix.ts";
import type { Method } from "../method.ts";
import type { Problem } from "../../problem.ts";
import { solveWeights, type WeightObjective, weightProgram } from "../../program/weight_program.ts";
import { startingGuess } from "../../program/starting_guess.ts";
import { ENFORCED } from "../enforced.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";

/** The largest expected return that the rules allow. */
export const maxReturn: Method<NoParameters> = {
  id: "max_return",
  group: "mean-variance",
  documentation: {
    title: "Maximum return",
    formula: "maximise m'w",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The upper end of the efficient frontier. Without limits on weights all of it is in one asset.",
  },
  parameters: noParameters,
  needs: {
    assets: 2,
    observations: 1,
    history: false,
    expectedReturns: true,
    benchmark: false,
    startingPortfolio: false,
  },
  enforces: ENFORCED.byReturnMaximisers,
  solve(problem, _, kernels) {
    const lowered = weightProgram(problem);
    lowered.program.minimize(lowered.weights.dot(problem.expectedReturns).times(-1));
    const guess = (): Float64Array => startingGuess(lowered, problem, { core: kernels.core, likenesses: ["highest"] });
    return solveWeights(lowered, returnObjective(problem), { problem, kernels, guess });
  },
};

/** The expected return of weights, which a program minimises with its sign changed. */
export function returnObjective({ expectedReturns }: Problem): WeightObjective {
  return { name: "expected_return", value: (weights) => dot(expectedReturns, weights), slope: () => -1 };
}
