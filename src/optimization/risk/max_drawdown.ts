import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { largestOf, sharesOfLargest } from "./largest_of.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

/**
 * The largest drawdown of the cumulative sum of returns. Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in
 * portfolio optimization, International Journal of Theoretical and Applied Finance 8.
 */
export const maxDrawdown: RiskMeasure<NoParameters> = {
  id: "max_drawdown",
  name: "max_drawdown",
  parameters: noParameters,
  needsHistory: true,
  express: (program, weights, at) => program.greatest(drawdownsOf(program, weights, at)),
  value: (weights, { problem }) => largestOf(portfolioDrawdowns(weights, problem)),
  gradient: (weights, { problem }) =>
    weightedDrawdowns(weights, problem, sharesOfLargest(portfolioDrawdowns(weights, problem))),
};
