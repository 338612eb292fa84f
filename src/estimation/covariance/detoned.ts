import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { sampleCovarianceOf } from "../sample_covariance_of.ts";
import { composed, spectrumOf, withCorrelations } from "./spectrum.ts";

/**
 * Detoned covariance estimator: the sample covariance without the largest component of its correlations, per period.
 * The matrix is singular.
 */
export const detoned: CovarianceEstimator<NoParameters> = {
  id: "detoned",
  documentation: {
    title: "Detoned covariance",
    paragraph:
      "The component that moves all assets together, the market, is removed from the correlations, so that the rest " +
      "shows how assets differ from the market. Variances do not change. The market itself has no volatility in this " +
      "estimate, so that a ratio to volatility may have no maximum.",
    formula: "correlations less l_1 v_1 v_1' of the largest eigenvalue, scaled to a diagonal of 1",
    reference:
      "López de Prado, M. (2020), Machine Learning for Asset Managers, section 2.6, Cambridge University Press",
  },
  parameters: noParameters,
  needsHistory: true,
  beginsWithSampleCovariance: true,
  estimate(inputs, _parameters, kernels) {
    const sample = sampleCovarianceOf(inputs, kernels);
    const { places, eigen: { values, vectors } } = spectrumOf(sample, kernels.linearAlgebra);
    const weights = values.slice(0, -1).map((value) => Math.max(0, value));
    const changed = composed(vectors, { weights, first: 0 }, kernels.linearAlgebra);
    return withCorrelations(sample, { places, changed }, inputs.assets);
  },
};
