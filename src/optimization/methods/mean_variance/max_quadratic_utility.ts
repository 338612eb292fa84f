import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { quadraticForm } from "../../../domain/matrix.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";
import { ENFORCED } from "../enforced.ts";
import { maximiseReturn } from "./max_return.ts";

const maxQuadraticUtilityParameters = z.strictObject({
  risk_aversion: boundedNumber.positive().default(1).meta({
    description: "The price of risk, which half the variance is multiplied by",
  }),
});

/**
 * Maximises m'w - costs - (risk_aversion / 2) w'Sw under the rules, per period, for expected returns m and the
 * covariance S.
 */
export const maxQuadraticUtility: Method<z.infer<typeof maxQuadraticUtilityParameters>> = defineProgramMethod({
  id: "max_quadratic_utility",
  group: "mean-variance",
  documentation: {
    title: "Maximum quadratic utility",
    formula: "maximise m'w - (risk_aversion / 2) w'Sw, per period",
    reference: "Levy, Markowitz (1979), Approximating expected utility by a function of mean and variance, AER 69",
    paragraph:
      "The portfolio with the largest expected return less half the variance times risk_aversion, both per period.",
  },
  parameters: maxQuadraticUtilityParameters,
  needs: needing({ assets: 2, expectedReturns: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
}, {
  guesses: ["minimum_variance", "tangency", "maximum_return"],
  minimise(lowered, { problem, parameters: { risk_aversion } }) {
    const { program, weights } = lowered, { covariance } = problem;
    program.minimizeQuadratic(weights, covariance, risk_aversion);
    const { value } = maximiseReturn(lowered, problem);
    return {
      name: "quadratic_utility",
      value: (found) => value(found) - risk_aversion / 2 * quadraticForm(covariance, found),
      slope: () => -1,
    };
  },
});
