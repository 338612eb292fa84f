import type { CovarianceEstimator } from "../estimator.ts";
import { pairCovariance } from "../pair_moments.ts";
import { sampleCovarianceOf } from "../sample_covariance_of.ts";
import { weightedCovariance } from "../weighted_moments.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";

/** Sample covariance estimator (ddof 1), per period. */
export const sampleCovariance: CovarianceEstimator<NoParameters> = {
  id: "sample",
  documentation: {
    title: "Sample covariance",
    paragraph: "The covariance of the returns as they were, divided by one less than their number.",
    formula: "sum((r_t - mean)(r_t - mean)') / (T - 1)",
    reference: "Markowitz, H. (1952), Portfolio Selection, The Journal of Finance 7(1), 77-91",
  },
  parameters: noParameters,
  needsHistory: true,
  beginsWithSampleCovariance: true,
  byWeights: ({ returns, rowWeights }, _parameters, { linearAlgebra }) =>
    weightedCovariance(returns, rowWeights, linearAlgebra),
  byPairs: ({ available }, _parameters, { linearAlgebra }) => pairCovariance(available, linearAlgebra),
  estimate: (inputs, _parameters, kernels) => sampleCovarianceOf(inputs, kernels),
};
