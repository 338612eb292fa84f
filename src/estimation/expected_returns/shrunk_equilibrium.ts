import { z } from "zod";
import type { EstimationInputs, ExpectedReturnsEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { ownMeans } from "../pair_moments.ts";
import { weightedMeans } from "../weighted_moments.ts";
import { equilibriumReturns, marketFaults, marketFields } from "./equilibrium.ts";

const parameters = z.strictObject({
  ...marketFields,
  shrinkage: z.number().min(0).max(1).default(0.5).meta({
    description: "The weight of the equilibrium returns; the historical means have the rest",
  }),
});

/**
 * Estimator of expected returns, per period: mean returns shrunk towards those at which the market would hold its
 * weights.
 */
export const shrunkEquilibrium: ExpectedReturnsEstimator<z.infer<typeof parameters>> = {
  id: "shrunk_equilibrium",
  documentation: {
    title: "Shrinkage to equilibrium",
    paragraph:
      "A mix of the historical means and the equilibrium returns, which are the returns that assets should earn if " +
      "the market is to hold them in its present weights. The equilibrium has the share `shrinkage`. Only the " +
      "proportions of the market weights count, so that capitalisations can be sent.",
    formula: "k (rf + risk_aversion S w) + (1 - k) m, k = shrinkage, m the means, S the covariance of the run, " +
      "w = market_weights / their sum",
    reference:
      "Black, F. and Litterman, R. (1992), Global Portfolio Optimization, Financial Analysts Journal 48(5), 28-43",
  },
  parameters,
  needsHistory: true,
  check: marketFaults,
  byWeights: (inputs, given) => mixed(weightedMeans(inputs.returns, inputs.rowWeights), inputs, given),
  byPairs: (inputs, given) => mixed(ownMeans(inputs.available), inputs, given),
  estimate: (inputs, given, kernels) => mixed(kernels.statistics.means(historyOf(inputs, 1)), inputs, given),
};

function mixed(
  means: Float64Array,
  inputs: EstimationInputs,
  { shrinkage, ...market }: z.infer<typeof parameters>,
): Float64Array {
  return equilibriumReturns(inputs, market).map((value, i) => shrinkage * value + (1 - shrinkage) * means[i]);
}
