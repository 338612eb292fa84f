import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { type Method, needing } from "../method.ts";
import { largestVolatility, volatilityFactor } from "../../risk/volatility.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import { maximiseReturn } from "./max_return.ts";

const efficientRiskParameters = z.strictObject({
  target_volatility: boundedNumber.nonnegative().meta({
    description: "The largest volatility, annual",
  }),
});

/** The largest expected return within a volatility. */
export const efficientRisk: Method<z.infer<typeof efficientRiskParameters>> = defineProgramMethod({
  id: "efficient_risk",
  group: "mean-variance",
  documentation: {
    title: "Efficient risk",
    formula: "maximise m'w with sqrt(w'Sw) at most target_volatility / sqrt(periods of a year)",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The portfolio that is expected to earn most without a volatility above the target, an annual one.",
  },
  parameters: efficientRiskParameters,
  needs: needing({ assets: 2, observations: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
}, {
  guesses: ["minimum_variance", "tangency", "maximum_return"],
  minimise(lowered, { problem, parameters: { target_volatility }, kernels }) {
    const { program, weights, scale } = lowered;
    const target = target_volatility / Math.sqrt(problem.periodsPerYear);
    const unit = largestVolatility(problem.covariance);
    const factor = weights.mapped(volatilityFactor(problem.covariance, kernels.linearAlgebra));
    program.normAtMost(factor.times(1 / unit), scale.times(target / unit));
    const limit = { offset: weights.offset, matrix: problem.covariance, largest: target };
    return { ...maximiseReturn(lowered, problem), limit };
  },
  explain(solution, { parameters: { target_volatility } }) {
    if (solution.status !== "infeasible") return solution;
    return { ...solution, detail: `No weights that meet the rules have a volatility of at most ${target_volatility}` };
  },
});
