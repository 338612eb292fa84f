import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { meanAbsoluteDeviationOf } from "../../measures/mean_absolute_deviation.ts";
import { centred, deviations } from "./centred.ts";
import { roundingOf } from "./rounding_of.ts";
import { weighted } from "./weighted.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { shortfallsOf } from "./shortfalls_of.ts";

/**
 * Mean absolute deviation: the mean of |x - mean|. Deviations sum to 0, so it is twice the mean of the negative ones.
 * Konno, Yamazaki (1991), Mean-absolute deviation portfolio optimization model, Management Science 37.
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
  express(program, weights, at) {
    const below = shortfallsOf(program, weights, at);
    return below.sum().times(2 / below.count);
  },
  value: (weights, { problem }) => meanAbsoluteDeviationOf(deviations(timesVector(historyOf(problem), weights))),
  gradient(weights, { problem }) {
    const returns = historyOf(problem);
    const from = deviations(timesVector(returns, weights)), near = roundingOf(from);
    const signs = from.map((deviation) => Math.abs(deviation) <= near ? 0 : Math.sign(deviation));
    return weighted(centred(returns), signs, 1 / returns.rows);
  },
};
