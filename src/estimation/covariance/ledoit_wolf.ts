import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";

/**
 * Ledoit-Wolf covariance estimator, per period: the covariance (ddof 0) shrunk towards its mean variance times the
 * identity.
 */
export const ledoitWolf: CovarianceEstimator<NoParameters> = {
  id: "ledoit_wolf",
  documentation: {
    title: "Ledoit-Wolf shrinkage",
    paragraph:
      "The sample covariance shrunk towards equal variances without correlation. The noise of the history determines " +
      "how far it is shrunk.",
    formula: "(1 - a) S + a tr(S)/n I, S with ddof 0, a in [0, 1] of least expected squared error",
    reference:
      "Ledoit, O. and Wolf, M. (2004), A Well-Conditioned Estimator for Large-Dimensional Covariance Matrices, Journal of Multivariate Analysis 88(2), 365-411",
  },
  parameters: noParameters,
  needsHistory: true,
  estimate: (inputs, _parameters, kernels) => kernels.statistics.ledoitWolf(historyOf(inputs, 2)),
};
