import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { meanAbsoluteDeviationOf } from "../../measures/mean_absolute_deviation.ts";
import { centred, deviations } from "./centred.ts";
import { roundingOf } from "./rounding_of.ts";
import { weighted } from "./weighted.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { sumOfRows } from "./sum_of_rows.ts";
import { shortfallsOf } from "./shortfalls_of.ts";

/**
 * Mean absolute deviation, Σ |x_t - mean| / T. The deviations sum to 0, so that it is twice the mean shortfall below
 * the mean. Konno, Yamazaki (1991), Mean-absolute deviation portfolio optimization model, Management Science 37.
 */
export const meanAbsoluteDeviation: RiskMeasure<NoParameters> = {
  id: "mad",
  name: "mean_absolute_deviation",
  documentation: {
    title: "Mean absolute deviation",
    formula: "Σ |x - m| / T, m the mean",
    reference: "Konno, Yamazaki (1991), Mean-absolute deviation portfolio optimization model, Management Science 37",
    paragraph: "The mean distance of returns from their mean. A single large move counts less than in the volatility.",
  },
  parameters: noParameters,
  needsHistory: true,
  isNeverNegative: true,
  weighsRows: true,
  express(program, weights, at) {
    const below = shortfallsOf(program, weights, at);
    return sumOfRows(below, at.problem).times(2 / below.count);
  },
  value(weights, { problem }) {
    const x = timesVector(historyOf(problem), weights), { rowWeights } = problem;
    return meanAbsoluteDeviationOf(deviations(x, rowWeights), rowWeights);
  },
  gradient(weights, { problem }) {
    const returns = historyOf(problem);
    const { rowWeights } = problem, from = deviations(timesVector(returns, weights), rowWeights);
    const near = roundingOf(from);
    const signs = from.map((deviation, t) =>
      Math.abs(deviation) <= near ? 0 : Math.sign(deviation) * (rowWeights?.[t] ?? 1)
    );
    return weighted(centred(returns, rowWeights), signs, 1 / returns.rows);
  },
};
