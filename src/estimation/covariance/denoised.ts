import type { Matrix } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import type { Eigen } from "../../kernels/linear_algebra.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { sampleCovarianceOf } from "../sample_covariance_of.ts";
import { composed, spectrumOf, withCorrelations } from "./spectrum.ts";

/**
 * Denoised covariance estimator, per period: the sample covariance with those eigenvalues of its correlations that may
 * be only noise replaced by their mean.
 */
export const denoised: CovarianceEstimator<NoParameters> = {
  id: "denoised",
  documentation: {
    title: "Denoised covariance",
    paragraph:
      "Some eigenvalues of the correlations are so small that returns without any correlation could have them in so " +
      "short a history, by the law of Marchenko and Pastur. These eigenvalues are replaced by their mean. Variances " +
      "do not change.",
    formula: "correlations V diag(l) V', l_k <= (1 + sqrt(n/T))^2 replaced by their mean, scaled to a diagonal of 1",
    reference:
      "López de Prado, M. (2020), Machine Learning for Asset Managers, section 2.5, Cambridge University Press",
  },
  parameters: noParameters,
  needsHistory: true,
  beginsWithSampleCovariance: true,
  estimate(inputs, _parameters, kernels) {
    const returns = historyOf(inputs, 2);
    const sample = sampleCovarianceOf(inputs, kernels);
    const { places, eigen } = spectrumOf(sample, kernels.linearAlgebra);
    const edge = (1 + Math.sqrt(places.length / returns.rows)) ** 2;
    return withCorrelations(sample, { places, changed: withoutNoise(eigen, edge, kernels) }, inputs.assets);
  },
};

/**
 * Returns the correlations of a denoised covariance, l I + Σ (l_k - l) v_k v_k', from the eigenvalues l_k above the
 * noise edge and their eigenvectors v_k; l is the mean of the other eigenvalues.
 */
function withoutNoise(
  { values, vectors }: Eigen,
  edge: number,
  { linearAlgebra }: Pick<Kernels, "linearAlgebra">,
): Matrix {
  const m = values.length;
  const noise = values.filter((value) => value <= edge);
  const mean = noise.length === 0 ? 0 : Math.max(0, noise.reduce((sum, value) => sum + value, 0) / noise.length);
  const weights = values.subarray(noise.length).map((value) => value - mean);
  const changed = composed(vectors, { weights, first: noise.length }, linearAlgebra);
  for (let i = 0; i < m; i++) changed.data[i * m + i] += mean;
  return changed;
}
