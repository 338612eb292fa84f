import { type Matrix, matrix } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { centredReturns } from "../centred_returns.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { populationCovariance } from "./population_covariance.ts";

/**
 * Oracle approximating shrinkage (OAS) estimator, per period: the covariance (ddof 0) shrunk towards its mean variance
 * times the identity.
 */
export const oas: CovarianceEstimator<NoParameters> = {
  id: "oas",
  documentation: {
    title: "Oracle approximating shrinkage",
    paragraph:
      "The sample covariance shrunk towards equal variances without correlation, by the share that would be best for " +
      "normally distributed returns.",
    formula: "(1 - a) S + a m I, S with ddof 0, m = tr(S)/n, " +
      "a = min(1, (q + m^2) / ((T + 1)(q - m^2/n))), q the mean of the squared entries of S",
    reference:
      "Chen, Y., Wiesel, A., Eldar, Y. C. and Hero, A. O. (2010), Shrinkage Algorithms for MMSE Covariance Estimation, IEEE Transactions on Signal Processing 58(10), 5016-5029",
  },
  parameters: noParameters,
  needsHistory: true,
  estimate(inputs, _parameters, kernels) {
    const returns = historyOf(inputs, 2);
    return shrunk(populationCovariance(centredReturns(returns, kernels), kernels), returns.rows);
  },
};

function shrunk({ rows: n, data }: Matrix, observations: number): Matrix {
  let trace = 0;
  for (let i = 0; i < n; i++) trace += data[i * n + i];
  const meanVariance = trace / n;
  const share = n === 1 ? 0 : shareOf(data, { n, meanVariance, observations });
  const result = matrix(n, n, data.map((entry) => (1 - share) * entry));
  for (let i = 0; i < n; i++) result.data[i * n + i] += share * meanVariance;
  return result;
}

/**
 * Returns the shrinkage intensity of the oracle approximating shrinkage. It is computed in units of the mean variance,
 * so that squares neither overflow nor vanish.
 */
function shareOf(
  data: Float64Array,
  { n, meanVariance, observations }: { n: number; meanVariance: number; observations: number },
): number {
  if (meanVariance === 0) return 0;
  const meanSquare = data.reduce((sum, entry) => sum + (entry / meanVariance) ** 2, 0) / n ** 2;
  const distance = (observations + 1) * (meanSquare - 1 / n);
  return distance > 0 ? Math.min(1, (meanSquare + 1) / distance) : 1;
}
