import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { meanDifferenceOf } from "../../measures/mean_difference.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { roundingOf } from "./rounding_of.ts";
import { weighted } from "./weighted.ts";

/**
 * Gini's mean difference: the mean of |x_s - x_t| over all pairs of periods. Yitzhaki (1982), Stochastic dominance,
 * mean variance, and Gini's mean difference, American Economic Review 72.
 */
export const gini: RiskMeasure<NoParameters> = {
  id: "gini",
  name: "gini_mean_difference",
  documentation: {
    title: "Gini's mean difference",
    formula: "Σ_{i≠j} |x_i - x_j| / (T (T - 1))",
    reference:
      "Yitzhaki (1982), Stochastic dominance, mean variance, and Gini's mean difference, American Economic Review 72",
    paragraph:
      "The mean distance between the returns of two periods: a spread that needs no mean and is consistent with " +
      "stochastic dominance.",
  },
  parameters: noParameters,
  needsHistory: true,
  isNeverNegative: true,
  express: (program, weights, { problem, unit }) =>
    program.meanDifference(weights.mapped(historyOf(problem)).times(1 / unit)),
  value: (weights, { problem }) => meanDifferenceOf(timesVector(historyOf(problem), weights)),
  gradient(weights, { problem }) {
    const returns = historyOf(problem);
    return weighted(returns, rankShares(timesVector(returns, weights)));
  },
};

/**
 * Returns a subgradient of Gini's mean difference with respect to each entry. The mean difference is a sum of the
 * sorted entries with a coefficient for each rank. An entry gets the coefficient of its rank, equal entries the mean of
 * theirs.
 */
function rankShares(x: Float64Array): Float64Array {
  const order = Array.from(x.keys()).sort((i, j) => x[i] - x[j]), count = x.length, near = roundingOf(x);
  const shares = new Float64Array(count);
  for (let from = 0, to = 0; from < count; from = to) {
    for (to = from + 1; to < count && x[order[to]] - x[order[to - 1]] <= near; to++);
    // The mean of 2 (2k + 1 - count) / (count (count - 1)) over the ranks k from `from` to `to`.
    for (let k = from; k < to; k++) shares[order[k]] = 2 * (from + to - count) / (count * (count - 1));
  }
  return shares;
}
