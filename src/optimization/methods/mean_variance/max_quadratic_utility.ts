import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { dot, quadraticForm } from "../../../domain/matrix.ts";
import type { Method } from "../method.ts";
import { solveWeights, weightProgram } from "../../program/weight_program.ts";
import { startingGuess } from "../../program/starting_guess.ts";
import { ENFORCED } from "../enforced.ts";

const maxQuadraticUtilityParameters = z.strictObject({
  risk_aversion: boundedNumber.positive({ error: "Give a risk_aversion above 0" }).default(1),
});

/** The best trade between expected return and variance at a price of risk. */
export const maxQuadraticUtility: Method<z.infer<typeof maxQuadraticUtilityParameters>> = {
  id: "max_quadratic_utility",
  group: "mean-variance",
  documentation: {
    title: "Maximum quadratic utility",
    formula: "maximise m'w - (risk_aversion / 2) w'Sw, per period",
    reference: "Levy, Markowitz (1979), Approximating expected utility by a function of mean and variance, AER 69",
    paragraph: "Expected return less variance, weighed by risk_aversion, both per period.",
  },
  parameters: maxQuadraticUtilityParameters,
  needs: {
    assets: 2,
    observations: 2,
    history: false,
    expectedReturns: true,
    benchmark: false,
    startingPortfolio: false,
  },
  enforces: ENFORCED.byReturnMaximisers,
  solve(problem, { risk_aversion }, kernels) {
    const { expectedReturns, covariance } = problem;
    const lowered = weightProgram(problem);
    lowered.program.minimizeQuadratic(lowered.weights, covariance, risk_aversion);
    lowered.program.minimize(lowered.weights.dot(expectedReturns).times(-1));
    return solveWeights(lowered, {
      name: "quadratic_utility",
      value: (weights) => dot(expectedReturns, weights) - risk_aversion / 2 * quadraticForm(covariance, weights),
      slope: () => -1,
    }, {
      problem,
      kernels,
      guess: () => startingGuess(lowered, problem, { core: kernels.core, likenesses: ["calm", "tangency", "highest"] }),
    });
  },
};
