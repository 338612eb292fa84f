import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { type Method, needing } from "../method.ts";
import { largestVolatility, volatilityFactor } from "../../risk/volatility.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import type { Problem } from "../../problem.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { shownLimit } from "../../shown_limit.ts";
import type { Solution } from "../../solution.ts";
import { maximiseReturn } from "./max_return.ts";
import { minVolatility } from "./min_volatility.ts";

const efficientRiskParameters = z.strictObject({
  target_volatility: boundedNumber.nonnegative().meta({
    description: "The largest volatility, annual",
  }),
});
type EfficientRiskParameters = z.infer<typeof efficientRiskParameters>;

/** Maximises the expected return less costs under the rules, with an annual volatility of at most the target. */
export const efficientRisk: Method<EfficientRiskParameters> = defineProgramMethod({
  id: "efficient_risk",
  group: "mean-variance",
  documentation: {
    title: "Efficient risk",
    formula: "maximise m'w with sqrt(w'Sw) at most target_volatility / sqrt(periods of a year)",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The portfolio with the largest expected return whose annual volatility is at most the target.",
  },
  parameters: efficientRiskParameters,
  needs: needing({ assets: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
  holdTarget,
}, {
  guesses: ["minimum_variance", "tangency", "maximum_return"],
  minimise(lowered, { problem, parameters, kernels }) {
    holdTarget(lowered, problem, parameters, kernels);
    const limit = {
      offset: lowered.weights.offset,
      matrix: problem.covariance,
      largest: perPeriod(parameters.target_volatility, problem),
    };
    return { ...maximiseReturn(lowered, problem), limit };
  },
  explain(solution, { problem, parameters: { target_volatility }, kernels }) {
    if (solution.status !== "infeasible") return solution;
    const calmest = minVolatility.solve(problem, {}, kernels);
    if (calmest.status === "infeasible") return calmest;
    return { ...solution, detail: movingTooMuch(target_volatility, calmest, problem) };
  },
});

function holdTarget(
  { program, weights, scale }: WeightProgram,
  problem: Problem,
  { target_volatility }: EfficientRiskParameters,
  { linearAlgebra }: Kernels,
): void {
  const unit = largestVolatility(problem.covariance), target = perPeriod(target_volatility, problem);
  const factor = weights.mapped(volatilityFactor(problem.covariance, linearAlgebra));
  program.normAtMost(factor.times(1 / unit), scale.times(target / unit));
}

function perPeriod(annual: number, { periodsPerYear }: Problem): number {
  return annual / Math.sqrt(periodsPerYear);
}

function movingTooMuch(target: number, { status, objective }: Solution, { periodsPerYear }: Problem): string {
  const missed = `No weights that meet the rules have a volatility of at most ${target} a year`;
  const least = (objective?.value ?? NaN) * Math.sqrt(periodsPerYear);
  if (status !== "optimal" || !(least > target)) return missed;
  return `${missed}: set target_volatility to at least ${
    shownLimit(least, target, { name: "max", isExact: true })
  }, the least that they allow`;
}
