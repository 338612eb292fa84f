import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import { minimiseVolatility } from "./min_volatility.ts";

const efficientReturnParameters = z.strictObject({
  target_return: boundedNumber.meta({ description: "The least expected return, annual" }),
});

/** The least volatility that earns a return. */
export const efficientReturn: Method<z.infer<typeof efficientReturnParameters>> = defineProgramMethod({
  id: "efficient_return",
  group: "mean-variance",
  documentation: {
    title: "Efficient return",
    formula: "minimise sqrt(w'Sw) with m'w at least target_return / periods of a year",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The calmest portfolio that is expected to earn the target, an annual return.",
  },
  parameters: efficientReturnParameters,
  needs: needing({ assets: 2, observations: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byRiskMinimisers,
}, {
  guesses: ["minimum_variance", "maximum_return"],
  minimise(lowered, { problem, parameters: { target_return }, kernels }) {
    const { program, weights, scale } = lowered;
    const annualReturn = weights.dot(problem.expectedReturns).times(problem.periodsPerYear);
    program.atMost(scale.times(target_return), annualReturn);
    return minimiseVolatility(lowered, problem, kernels);
  },
  explain(solution, { parameters: { target_return } }) {
    if (solution.status !== "infeasible") return solution;
    return { ...solution, detail: `No weights that meet the rules are expected to earn ${target_return} a year` };
  },
});
