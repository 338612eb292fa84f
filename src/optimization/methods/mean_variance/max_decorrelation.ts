import { quadraticForm } from "../../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import { correlationsOf } from "../../../estimation/correlations_of.ts";
import { volatilities } from "../../../measures/portfolio_volatility.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";

const byProgram: Method<NoParameters> = defineProgramMethod({
  id: "max_decorrelation",
  group: "mean-variance",
  documentation: {
    title: "Maximum decorrelation",
    formula: "minimise w'Cw, C the correlation matrix of S",
    reference:
      "Christoffersen, Errunza, Jacobs, Langlois (2012), Is the potential for international diversification disappearing?, Review of Financial Studies 25",
    paragraph:
      "The minimum variance portfolio if every asset had the same volatility, so that only correlations count. Every " +
      "asset needs a volatility above 0.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2 }),
  enforces: () => ENFORCED.byRiskMinimisers,
}, {
  guesses: ["minimum_variance"],
  minimise({ program, weights }, { problem: { covariance } }) {
    const correlations = correlationsOf(covariance, volatilities(covariance));
    program.minimizeQuadratic(weights, correlations);
    return {
      name: "correlation_quadratic_form",
      value: (found) => quadraticForm(correlations, found),
      // The program minimises half the quadratic form.
      slope: () => 2,
    };
  },
});

/** Minimises w'Cw under the rules, C the correlations. The status is `failed` if an asset has a volatility of 0. */
export const maxDecorrelation: Method<NoParameters> = {
  ...byProgram,
  solve(problem, parameters, kernels) {
    const still = volatilities(problem.covariance).indexOf(0);
    return still < 0
      ? byProgram.solve(problem, parameters, kernels)
      : withoutWeights("failed", `Cannot correlate "${problem.assets[still]}" with others, its volatility is 0`);
  },
};
