import type { ExpectedReturnsEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { ownMeans } from "../pair_moments.ts";
import { weightedMeans } from "../weighted_moments.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";

/** Estimator of expected returns by the arithmetic mean of past returns, per period. */
export const historicalMean: ExpectedReturnsEstimator<NoParameters> = {
  id: "historical_mean",
  documentation: {
    title: "Historical mean",
    paragraph: "The arithmetic mean of each asset's returns over the history.",
    formula: "mean over t of r_t",
    reference: "Markowitz, H. (1952), Portfolio Selection, The Journal of Finance 7(1), 77-91",
  },
  parameters: noParameters,
  needsHistory: true,
  isHistoryAsItIs: true,
  byWeights: ({ returns, rowWeights }) => weightedMeans(returns, rowWeights),
  byPairs: ({ available }) => ownMeans(available),
  estimate: (inputs, _parameters, kernels) => kernels.statistics.means(historyOf(inputs, 1)),
};
