import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import type { Problem } from "../../problem.ts";
import { netReturn } from "../../program/net_return.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { shownLimit } from "../../shown_limit.ts";
import type { Solution } from "../../solution.ts";
import { maxReturn } from "./max_return.ts";
import { minimiseVolatility } from "./min_volatility.ts";

const efficientReturnParameters = z.strictObject({
  target_return: boundedNumber.meta({ description: "The least expected return, annual" }),
});
type EfficientReturnParameters = z.infer<typeof efficientReturnParameters>;

/** Minimises the variance under the rules, with an expected annual return, less costs, of at least the target. */
export const efficientReturn: Method<EfficientReturnParameters> = defineProgramMethod({
  id: "efficient_return",
  group: "mean-variance",
  documentation: {
    title: "Efficient return",
    formula: "minimise sqrt(w'Sw) with m'w at least target_return / periods of a year",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The portfolio of least volatility whose expected annual return, less costs, is at least the target.",
  },
  parameters: efficientReturnParameters,
  needs: needing({ assets: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byRiskMinimisers,
  holdTarget,
}, {
  guesses: ["minimum_variance", "maximum_return"],
  minimise(lowered, { problem, parameters, kernels }) {
    holdTarget(lowered, problem, parameters);
    return minimiseVolatility(lowered, problem, kernels);
  },
  explain(solution, { problem, parameters: { target_return }, kernels }) {
    if (solution.status !== "infeasible") return solution;
    const best = maxReturn.solve(problem, {}, kernels);
    return best.status === "infeasible"
      ? best
      : { ...solution, detail: earningTooLittle(target_return, best, problem) };
  },
});

function holdTarget(
  { program, weights, scale }: WeightProgram,
  problem: Problem,
  { target_return }: EfficientReturnParameters,
): void {
  const net = netReturn(program, weights, { problem, scale });
  program.atMost(scale.times(target_return), net.times(problem.periodsPerYear));
}

function earningTooLittle(target: number, { status, objective }: Solution, { periodsPerYear }: Problem): string {
  const missed = `No weights that meet the rules are expected to earn ${target} a year`;
  const largest = (objective?.value ?? NaN) * periodsPerYear;
  if (status !== "optimal" || !(largest < target)) return missed;
  return `${missed}: set target_return to at most ${
    shownLimit(largest, target, { name: "min", isExact: true })
  }, the largest that they allow`;
}
