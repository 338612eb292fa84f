import { maximumNorm } from "../../../domain/matrix.ts";
import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { netReturn, netReturnOf } from "../../program/net_return.ts";
import { conditionalValueAtRisk } from "../../risk/conditional_value_at_risk.ts";
import { confidence } from "../../risk/confidence.ts";
import { historyOf } from "../../risk/risk_measure.ts";
import { sharesOf } from "../../risk/shares_of.ts";
import { typicalDeviation } from "../../risk/typical_deviation.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";

const drCvarParameters = z.strictObject({
  confidence,
  risk_aversion: boundedNumber.nonnegative().default(1).meta({
    description: "The price of the conditional value at risk",
  }),
  radius: boundedNumber.nonnegative().default(0.001).meta({
    description: "How far the true distribution may be from the history, as a return per period",
  }),
});

/**
 * Minimises the worst case of E[-x] + risk_aversion CVaR(x) under the rules, x the return of the portfolio. The worst
 * case is taken over all distributions within a Wasserstein distance `radius` of the history, and has the closed form
 * of the formula below.
 */
export const drCvar: Method<z.output<typeof drCvarParameters>> = defineProgramMethod({
  id: "dr_cvar",
  group: "robust",
  documentation: {
    title: "Distributionally robust CVaR",
    formula: "minimise -m'w + risk_aversion CVaR(x) + radius (1 + risk_aversion / (1 - confidence)) max |w_i|",
    reference:
      "Mohajerin Esfahani, Kuhn (2018), Data-driven distributionally robust optimization using the Wasserstein metric, Mathematical Programming 171",
    paragraph:
      "The worst case of expected loss and CVaR over every distribution of returns within a Wasserstein ball about the history, of order 1 and the 1-norm. A larger radius spreads the weights.",
  },
  parameters: drCvarParameters,
  needs: needing({ assets: 2, history: true, expectedReturns: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
  riskContributions(problem, weights, { confidence }, kernels) {
    if (problem.returns === null) return null;
    const gradient = conditionalValueAtRisk.gradient(weights, { problem, parameters: { confidence }, kernels });
    return gradient && sharesOf(gradient.map((slope, i) => slope * weights[i]));
  },
}, {
  guesses: ["minimum_variance", "maximum_return"],
  minimise({ program, weights, scale }, { problem, parameters: { confidence, risk_aversion, radius }, kernels }) {
    const unit = typicalDeviation(historyOf(problem)), steepness = radius * (1 + risk_aversion / (1 - confidence));
    program.minimize(netReturn(program, weights, { problem, scale }).times(-1 / unit));
    if (risk_aversion > 0) {
      const at = { problem, parameters: { confidence }, kernels, unit, scale };
      program.minimize(conditionalValueAtRisk.express(program, weights, at).times(risk_aversion));
    }
    if (steepness > 0) {
      const largest = program.variables(1, 0).at(0);
      program.atMost(weights.all(), largest);
      if (problem.short) program.atMost(weights.all().times(-1), largest);
      program.minimize(largest.times(steepness / unit));
    }
    return {
      name: "distributionally_robust_risk",
      value: (found) =>
        risk_aversion * conditionalValueAtRisk.value(found, { problem, parameters: { confidence }, kernels }) -
        netReturnOf(found, problem) +
        steepness * maximumNorm(found),
      slope: () => unit,
    };
  },
});
