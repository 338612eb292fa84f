import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { mean } from "../../measures/mean.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

/**
 * Average drawdown of the cumulative returns, Σ d_t / T. Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in
 * portfolio optimization, International Journal of Theoretical and Applied Finance 8.
 */
export const averageDrawdown: RiskMeasure<NoParameters> = {
  id: "average_drawdown",
  name: "average_drawdown",
  documentation: {
    title: "Average drawdown",
    formula: "Σ d_t / T, d_t = max_{s≤t} c_s - c_t, c the cumulative sum of returns",
    reference:
      "Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International Journal of " +
      "Theoretical and Applied Finance 8",
    paragraph:
      "How far the portfolio stands below its highest point so far, on average over the periods; uncompounded.",
  },
  parameters: noParameters,
  needsHistory: true,
  isOfHistory: true,
  isNeverNegative: true,
  express(program, weights, at) {
    const drawdowns = drawdownsOf(program, weights, at);
    return drawdowns.sum().times(1 / drawdowns.length);
  },
  value: (weights, { problem }) => mean(portfolioDrawdowns(weights, problem)),
  gradient(weights, { problem }) {
    const T = historyOf(problem).rows;
    return weightedDrawdowns(weights, problem, new Float64Array(T).fill(1 / T));
  },
};
