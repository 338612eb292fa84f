import { type Matrix, matrix } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { type Spectrum, spectrumOf, withCorrelations } from "./spectrum.ts";

/** The sample covariance without the largest component of its correlations, per period: singular. */
export const detoned: CovarianceEstimator<NoParameters> = {
  id: "detoned",
  documentation: {
    title: "Detoned covariance",
    paragraph: "The component that moves all assets together, the market, is taken out of the correlations, so that " +
      "what remains shows how assets differ beside it. Variances stay as they are; the matrix is singular.",
    formula: "correlations less l_1 v_1 v_1' of the largest eigenvalue, scaled to a diagonal of 1",
    reference:
      "López de Prado, M. (2020), Machine Learning for Asset Managers, section 2.6, Cambridge University Press",
  },
  parameters: noParameters,
  needsHistory: true,
  estimate(inputs, _parameters, kernels) {
    const sample = kernels.statistics.covariance(historyOf(inputs, 2));
    const spectrum = spectrumOf(sample, kernels.linearAlgebra);
    return withCorrelations(sample, { places: spectrum.places, changed: withoutFirst(spectrum) }, inputs.assets);
  },
};

function withoutFirst({ correlations, eigen: { values, vectors } }: Spectrum): Matrix {
  const m = values.length;
  const changed = matrix(m, m, correlations.data.slice());
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      changed.data[i * m + j] -= values[m - 1] * (vectors.data[i * m + m - 1] * vectors.data[j * m + m - 1]);
    }
  }
  return changed;
}
