import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { type Method, needing } from "../method.ts";
import { largestVolatility, volatilityFactor } from "../../risk/volatility.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import type { Problem } from "../../problem.ts";
import { shownLimit } from "../../shown_limit.ts";
import type { Solution } from "../../solution.ts";
import { maximiseReturn } from "./max_return.ts";
import { minVolatility } from "./min_volatility.ts";

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
  explain(solution, { problem, parameters: { target_volatility }, kernels }) {
    if (solution.status !== "infeasible") return solution;
    const calmest = minVolatility.solve(problem, {}, kernels);
    if (calmest.status === "infeasible") return calmest;
    return { ...solution, detail: movingTooMuch(target_volatility, calmest, problem) };
  },
});

function movingTooMuch(target: number, { status, objective }: Solution, { periodsPerYear }: Problem): string {
  const missed = `No weights that meet the rules have a volatility of at most ${target} a year`;
  const least = (objective?.value ?? NaN) * Math.sqrt(periodsPerYear);
  if (status !== "optimal" || !(least > target)) return missed;
  return `${missed}: set target_volatility to at least ${
    shownLimit(least, target, { name: "max", isExact: true })
  }, the least that they allow`;
}
