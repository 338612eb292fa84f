import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { largestOf, sharesOfLargest } from "./largest_of.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

/**
 * Worst realization, max_t(-x_t): the largest loss of a period. Young (1998), A minimax portfolio selection rule with
 * linear programming solution, Management Science 44.
 */
export const worstRealization: RiskMeasure<NoParameters> = {
  id: "worst_realization",
  name: "worst_realization",
  documentation: {
    title: "Worst realization",
    formula: "max(-x)",
    reference:
      "Young (1998), A minimax portfolio selection rule with linear programming solution, Management Science 44",
    paragraph: "The largest loss of a single period.",
  },
  parameters: noParameters,
  needsHistory: true,
  // Extremes do not depend on the probabilities of the scenarios. Scenarios of probability 0 are left out before.
  weighsRows: true,
  express: (program, weights, { problem, unit }) =>
    program.greatest(weights.mapped(historyOf(problem)).times(-1 / unit)),
  value: (weights, { problem }) => largestOf(lossesOf(timesVector(historyOf(problem), weights))),
  gradient(weights, { problem }) {
    const returns = historyOf(problem);
    return weighted(returns, sharesOfLargest(lossesOf(timesVector(returns, weights))), -1);
  },
};
