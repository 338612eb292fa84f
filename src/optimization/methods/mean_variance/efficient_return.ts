import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import type { Method } from "../method.ts";
import { solveWeights, weightProgram } from "../../program/weight_program.ts";
import { startingGuess } from "../../program/starting_guess.ts";
import { ENFORCED } from "../enforced.ts";
import { volatilityObjective } from "./min_volatility.ts";

const efficientReturnParameters = z.strictObject({ target_return: boundedNumber });

/** The least volatility that earns a return. */
export const efficientReturn: Method<z.infer<typeof efficientReturnParameters>> = {
  id: "efficient_return",
  group: "mean-variance",
  documentation: {
    title: "Efficient return",
    formula: "minimise sqrt(w'Sw) with m'w at least target_return / periods of a year",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The calmest portfolio that is expected to earn the target, an annual return.",
  },
  parameters: efficientReturnParameters,
  needs: {
    assets: 2,
    observations: 2,
    history: false,
    expectedReturns: true,
    benchmark: false,
    startingPortfolio: false,
  },
  enforces: ENFORCED.byRiskMinimisers,
  solve(problem, { target_return }, kernels) {
    const { program, weights, scale } = weightProgram(problem);
    const annualReturn = weights.dot(problem.expectedReturns).times(problem.periodsPerYear);
    program.atMost(scale.times(target_return), annualReturn);
    program.minimizeQuadratic(weights, problem.covariance);
    const guess = (): Float64Array =>
      startingGuess({ program, weights }, problem, { core: kernels.core, likenesses: ["calm", "highest"] });
    const solution = solveWeights({ program, weights, scale }, volatilityObjective(problem), {
      problem,
      kernels,
      guess,
    });
    if (solution.status !== "infeasible") return solution;
    return { ...solution, detail: `No weights that meet the rules are expected to earn ${target_return} a year` };
  },
};
