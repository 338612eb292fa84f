import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { largestOf, sharesOfLargest } from "./largest_of.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

/**
 * Maximum drawdown of the cumulative returns, max_t d_t. Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in
 * portfolio optimization, International Journal of Theoretical and Applied Finance 8.
 */
export const maxDrawdown: RiskMeasure<NoParameters> = {
  id: "max_drawdown",
  name: "max_drawdown",
  documentation: {
    title: "Maximum drawdown",
    formula: "max_t d_t, d_t = max_{s≤t} c_s - c_t, c the cumulative sum of returns",
    reference:
      "Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International Journal of " +
      "Theoretical and Applied Finance 8",
    paragraph: "The largest fall from a highest point to a later low one; uncompounded.",
  },
  parameters: noParameters,
  needsHistory: true,
  isOfHistory: true,
  isNeverNegative: true,
  express: (program, weights, at) => program.greatest(drawdownsOf(program, weights, at)),
  value: (weights, { problem }) => largestOf(portfolioDrawdowns(weights, problem)),
  gradient: (weights, { problem }) =>
    weightedDrawdowns(weights, problem, sharesOfLargest(portfolioDrawdowns(weights, problem))),
};
