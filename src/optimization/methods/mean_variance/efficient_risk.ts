import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import type { Method } from "../method.ts";
import { largestVolatility, volatilityFactor } from "../../risk/volatility.ts";
import { solveWeights, weightProgram } from "../../program/weight_program.ts";
import { startingGuess } from "../../program/starting_guess.ts";
import { ENFORCED } from "../enforced.ts";
import { returnObjective } from "./max_return.ts";

const efficientRiskParameters = z.strictObject({
  target_volatility: boundedNumber.nonnegative({ error: "Give a target_volatility of at least 0" }),
});

/** The largest expected return within a volatility. */
export const efficientRisk: Method<z.infer<typeof efficientRiskParameters>> = {
  id: "efficient_risk",
  group: "mean-variance",
  documentation: {
    title: "Efficient risk",
    formula: "maximise m'w with sqrt(w'Sw) at most target_volatility / sqrt(periods of a year)",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The portfolio that is expected to earn most without a volatility above the target, an annual one.",
  },
  parameters: efficientRiskParameters,
  needs: {
    assets: 2,
    observations: 2,
    history: false,
    expectedReturns: true,
    benchmark: false,
    startingPortfolio: false,
  },
  enforces: ENFORCED.byReturnMaximisers,
  solve(problem, { target_volatility }, kernels) {
    const { program, weights, scale } = weightProgram(problem);
    const target = target_volatility / Math.sqrt(problem.periodsPerYear);
    const unit = largestVolatility(problem.covariance);
    const factor = weights.mapped(volatilityFactor(problem.covariance, kernels.core));
    program.normAtMost(factor.times(1 / unit), scale.times(target / unit));
    program.minimize(weights.dot(problem.expectedReturns).times(-1));
    const guess = (): Float64Array =>
      startingGuess({ program, weights }, problem, { core: kernels.core, likenesses: ["calm", "tangency", "highest"] });
    const solution = solveWeights({ program, weights, scale }, returnObjective(problem), { problem, kernels, guess });
    if (solution.status !== "infeasible") return solution;
    return { ...solution, detail: `No weights that meet the rules have a volatility of at most ${target_volatility}` };
  },
};
