import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import { timesVector } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { logarithmic } from "../../cones/logarithmic.ts";
import { Affine } from "../../program/program.ts";
import { largestLeast } from "../../weights/largest_least.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { historyOf } from "../../risk/risk_measure.ts";
import type { Problem } from "../../problem.ts";
import type { Solution } from "../../solution.ts";
import { PROOF } from "../../certify/proof.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";

/**
 * Maximises the mean over the periods of log(1 + return - costs) under the rules, without approximating the logarithm.
 */
export const kelly: Method<NoParameters> = defineProgramMethod({
  id: "kelly",
  group: "mean-variance",
  documentation: {
    title: "Kelly criterion",
    formula: "maximise mean(log(1 + x))",
    reference: "Kelly (1956), A new interpretation of information rate, Bell System Technical Journal 35",
    paragraph:
      "The portfolio whose wealth, rebalanced every period, would have grown most over the history. Costs are " +
      "subtracted from the return of each period. The history is used unchanged, without any other estimate of " +
      "expected returns.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, history: true, historyAsItIs: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
}, {
  guesses: ["minimum_variance", "tangency"],
  minimise(lowered, { problem }) {
    const { program } = lowered, growth = growthOf(lowered, problem);
    const equal = new Float64Array(growth.length).fill(1 / growth.length);
    program.minimize(program.epigraph(logarithmic(equal), Affine.stack([Affine.constant(1), growth])));
    return { name: "mean_log_growth", value: (found) => meanLogGrowth(found, problem), slope: () => -1 };
  },
  explain: (solution, { problem, kernels }) => explained(solution, problem, kernels),
});

/**
 * Returns an expression of the growth factor of each period: 1 plus the return of the portfolio, less costs. It is at
 * most the factor, because the rules express costs by expressions that are at least the costs.
 */
function growthOf({ program, weights, scale }: WeightProgram, problem: Problem): Affine {
  const costs = problem.rules.flatMap((rules) => rules.costs(program, weights, { problem, scale }) ?? []);
  const gross = weights.mapped(historyOf(problem)).plus(Affine.constant(1));
  return costs.reduce((left, cost) => left.minus(cost), gross);
}

/** The mean logarithmic growth per period, net of costs. */
function meanLogGrowth(weights: Float64Array, problem: Problem): number {
  const costs = problem.rules.reduce((sum, rules) => sum + rules.costsOf(weights, problem), 0);
  const returns = timesVector(historyOf(problem), weights);
  return returns.reduce((sum, x) => sum + Math.log1p(x - costs), 0) / returns.length;
}

/**
 * Explains a missing answer: infeasible rules, or rules under which all weights lose the whole wealth in some period.
 */
function explained(solution: Solution, problem: Problem, kernels: Kernels): Solution {
  if (solution.weights !== null) return solution;
  const { status, value } = largestLeast(problem, kernels, (lowered) => growthOf(lowered, problem));
  if (status === "infeasible") return withoutWeights("infeasible");
  if (value === null || value > PROOF.primal) return solution;
  return withoutWeights("infeasible", "All weights that meet the rules lose the whole wealth in some period");
}
