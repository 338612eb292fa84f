import { z } from "zod";
import { boundedNumber } from "../../../domain/bounded_number.ts";
import { quadraticForm } from "../../../domain/matrix.ts";
import { volatilities, volatilityOf } from "../../../measures/portfolio_volatility.ts";
import type { Problem } from "../../problem.ts";
import type { Affine } from "../../program/program.ts";
import type { WeightProgram } from "../../weights/weight_program.ts";
import { historyOf } from "../../risk/risk_measure.ts";
import { volatility } from "../../risk/volatility.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { maximiseReturn } from "../mean_variance/max_return.ts";
import { defineProgramMethod, type MethodContext } from "../program_method.ts";

const robustParameters = z.strictObject({
  uncertainty_set: z.enum(["ellipsoidal", "box"])
    .default("ellipsoidal").meta({ description: "The shape of the set in which the true expected returns may lie" }),
  kappa: boundedNumber.nonnegative().default(1).meta({
    description: "The size of the uncertainty set, in standard errors",
  }),
  risk_aversion: boundedNumber.positive().default(1).meta({
    description: "The price of risk, which half the variance is multiplied by",
  }),
});

type RobustParameters = z.output<typeof robustParameters>;

/**
 * Solves max over w of the min over expected returns m in the uncertainty set of m'w - (risk_aversion / 2) w'Sw, under
 * the rules.
 */
export const robustMeanVariance: Method<RobustParameters> = defineProgramMethod({
  id: "robust_mean_variance",
  group: "robust",
  documentation: {
    title: "Robust mean-variance",
    formula:
      "maximise m'w - (risk_aversion / 2) w'Sw - kappa sqrt(w'(S/T)w), of a box kappa Σ sqrt(S_ii/T) |w_i| in its place, per period",
    reference:
      "Goldfarb, Iyengar (2003), Robust portfolio selection problems, Mathematics of Operations Research 28; Ceria, Stubbs (2006), Incorporating estimation errors into portfolio selection, Journal of Asset Management 7",
    paragraph:
      "Expected returns estimated from T observations are known only to within their standard errors. The weights " +
      "are the best ones for the worst expected returns within an ellipsoid, or a box, of kappa standard errors.",
  },
  parameters: robustParameters,
  needs: needing({ assets: 2, history: true, expectedReturns: true }),
  enforces: () => ENFORCED.byReturnMaximisers,
}, {
  guesses: ["minimum_variance", "tangency", "maximum_return"],
  minimise(lowered, at) {
    const { problem, parameters: { uncertainty_set, kappa, risk_aversion } } = at;
    const { covariance } = problem, by = kappa / Math.sqrt(historyOf(problem).rows);
    const { value } = maximiseReturn(lowered, problem);
    lowered.program.minimizeQuadratic(lowered.weights, covariance, risk_aversion);
    if (by > 0) lowered.program.minimize(PENALTIES[uncertainty_set].express(lowered, at).times(by));
    return {
      name: "worst_case_utility",
      value: (found) =>
        value(found) - risk_aversion / 2 * quadraticForm(covariance, found) -
        by * PENALTIES[uncertainty_set].value(found, problem),
      slope: () => -1,
    };
  },
});

/**
 * The loss of utility by the worst expected returns of an uncertainty set whose size kappa is 1 and that is estimated
 * from T = 1 observation. The method multiplies it by kappa / sqrt(T).
 */
interface Penalty {
  express(lowered: WeightProgram, at: MethodContext<RobustParameters>): Affine;
  value(weights: Float64Array, problem: Problem): number;
}

const PENALTIES: Readonly<Record<RobustParameters["uncertainty_set"], Penalty>> = {
  ellipsoidal: {
    express({ program, weights, scale }, { problem, kernels }) {
      // The median volatility. In the unit of an outlier's volatility the expected returns of the other assets would
      // lose digits.
      const sorted = volatilities(problem.covariance).sort(), unit = sorted[sorted.length >> 1] || 1;
      return volatility.express(program, weights, { problem, parameters: {}, kernels, unit, scale }).times(unit);
    },
    value: (weights, { covariance }) => volatilityOf(weights, covariance),
  },
  box: {
    express({ program, weights }, { problem: { covariance, short } }) {
      const own = volatilities(covariance);
      if (!short) return weights.dot(own);
      const { positive, negative } = program.split("size", () => weights.all());
      return positive.dot(own).plus(negative.dot(own));
    },
    value(weights, { covariance }) {
      const own = volatilities(covariance);
      return weights.reduce((sum, weight, i) => sum + own[i] * Math.abs(weight), 0);
    },
  },
};
