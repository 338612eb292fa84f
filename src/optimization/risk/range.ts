import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { largestOf, sharesOfLargest } from "./largest_of.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

/**
 * Range, max_t x_t - min_t x_t. Cajas (2021), OWA portfolio optimization: a disciplined convex programming framework.
 */
export const range: RiskMeasure<NoParameters> = {
  id: "range",
  name: "range",
  documentation: {
    title: "Range",
    formula: "max(x) - min(x)",
    reference: "Cajas (2021), OWA portfolio optimization: a disciplined convex programming framework",
    paragraph: "The largest return of a period less the smallest.",
  },
  parameters: noParameters,
  needsHistory: true,
  // Extremes do not depend on the probabilities of the scenarios. Scenarios of probability 0 are left out before.
  weighsRows: true,
  isNeverNegative: true,
  express(program, weights, { problem, unit }) {
    const x = weights.mapped(historyOf(problem)).times(1 / unit);
    return program.greatest(x).plus(program.greatest(x.times(-1)));
  },
  value(weights, { problem }) {
    const x = timesVector(historyOf(problem), weights);
    return largestOf(x) + largestOf(lossesOf(x));
  },
  gradient(weights, { problem }) {
    const returns = historyOf(problem), x = timesVector(returns, weights);
    const ofWorst = sharesOfLargest(lossesOf(x));
    return weighted(returns, sharesOfLargest(x).map((share, t) => share - ofWorst[t]));
  },
};
