import type { Matrix } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { ExpectedReturnsEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { sampleCovarianceOf } from "../sample_covariance_of.ts";

/** James-Stein estimator of expected returns, per period: mean returns shrunk towards their common mean. */
export const jamesStein: ExpectedReturnsEstimator<NoParameters> = {
  id: "james_stein",
  documentation: {
    title: "James-Stein shrinkage",
    paragraph:
      "The mean of each asset shrunk towards the mean of all assets. The less the history can distinguish the " +
      "assets, the more the means are shrunk. The sample covariance determines how much, whatever covariance the run " +
      "uses.",
    formula: "(1 - a) m + a g, g the mean of the means m, " +
      "a = (tr(S) - 2 l) / (T sum((m_i - g)^2)) within [0, 1], S with ddof 1, l its largest eigenvalue",
    reference:
      "James, W. and Stein, C. (1961), Estimation with Quadratic Loss, Proceedings of the 4th Berkeley Symposium 1, 361-379; Meucci, A. (2005), Risk and Asset Allocation, section 4.2, Springer",
  },
  parameters: noParameters,
  needsHistory: true,
  beginsWithSampleCovariance: true,
  estimate(inputs, _parameters, kernels) {
    const returns = historyOf(inputs, 2);
    const means = kernels.statistics.means(returns);
    const common = means.reduce((sum, mean) => sum + mean, 0) / means.length;
    const share = shareOf(returns, { means, common, sample: sampleCovarianceOf(inputs, kernels), kernels });
    return means.map((mean) => (1 - share) * mean + share * common);
  },
};

function shareOf(
  returns: Matrix,
  { means, common, sample, kernels: { linearAlgebra } }: {
    readonly means: Float64Array;
    readonly common: number;
    readonly sample: Matrix;
    readonly kernels: Kernels;
  },
): number {
  const spread = means.reduce((sum, mean) => sum + (mean - common) ** 2, 0);
  const { values } = linearAlgebra.eigen(sample);
  const noise = values.reduce((sum, value) => sum + value, 0) - 2 * values[values.length - 1];
  if (!(noise > 0)) return 0;
  return Math.min(1, noise / returns.rows / spread);
}
