import { type Matrix, matrix } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { centredReturns } from "../centred_returns.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { populationCovariance } from "./population_covariance.ts";
import { SMALLEST_VARIANCE } from "./smallest_variance.ts";

/** The ddof 0 covariance shrunk to one correlation between all assets, per period. */
export const ledoitWolfConstantCorrelation: CovarianceEstimator<NoParameters> = {
  id: "ledoit_wolf_constant_correlation",
  documentation: {
    title: "Ledoit-Wolf shrinkage to constant correlation",
    paragraph:
      "The covariance drawn towards one in which all pairs of assets have the mean correlation, by the share " +
      "that the noise of the history calls for. Variances stay as they are.",
    formula: "(1 - a) S + a F, S with ddof 0, F_ij = r sqrt(S_ii S_jj), r the mean correlation, " +
      "a in [0, 1] of least expected squared error",
    reference:
      "Ledoit, O. and Wolf, M. (2004), Honey, I Shrunk the Sample Covariance Matrix, The Journal of Portfolio Management 30(4), 110-119",
  },
  parameters: noParameters,
  needsHistory: true,
  estimate(inputs, _parameters, kernels) {
    const centred = centredReturns(historyOf(inputs, 2), kernels);
    const sample = populationCovariance(centred, kernels);
    const volatilities = volatilitiesOf(sample);
    const target = targetOf(sample, volatilities);
    return mixed(sample, target.matrix, shareOf(centred, sample, { volatilities, ...target }));
  },
};

/** 0 for an asset without variance. */
function volatilitiesOf({ rows: n, data }: Matrix): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    const variance = data[i * n + i];
    return variance >= SMALLEST_VARIANCE ? Math.sqrt(variance) : 0;
  });
}

interface Target {
  readonly correlation: number;
  readonly matrix: Matrix;
}

/** The mean is over the pairs of assets that have a variance: the others have no correlation. */
function targetOf({ rows: n, data }: Matrix, volatilities: Float64Array): Target {
  let sum = 0, pairs = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (volatilities[i] === 0 || volatilities[j] === 0) continue;
      sum += data[i * n + j] / volatilities[i] / volatilities[j];
      pairs++;
    }
  }
  const correlation = pairs === 0 ? 0 : sum / pairs;
  const target = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) target.data[i * n + j] = correlation * (volatilities[i] * volatilities[j]);
    target.data[i * n + i] = data[i * n + i];
  }
  return { correlation, matrix: target };
}

/**
 * a = (p - c) / (d T), clipped to [0, 1], with the squared distance d of S from F, the sum p of the asymptotic
 * variances of the entries of S, and c their covariances with those of F, appendix B of the paper. The sums over all
 * pairs are those over the rows of products of two sums: p = mean_t |x_t|^4 - |S|², and off the diagonal
 * c = r Σ_ij (σ_j / σ_i)(mean_t x_ti³ x_tj - S_ii S_ij). In units of the largest volatility.
 */
function shareOf(
  { rows, columns: n, data }: Matrix,
  sample: Matrix,
  { volatilities, correlation, matrix: target }: Target & { readonly volatilities: Float64Array },
): number {
  const unit = volatilities.reduce((most, volatility) => Math.max(most, volatility), 0);
  if (unit === 0) return 0;
  let fourth = 0, cubes = 0, ownFourth = 0;
  for (let t = 0; t < rows; t++) {
    let square = 0, cubed = 0, plain = 0;
    for (let j = 0; j < n; j++) {
      if (volatilities[j] === 0) continue;
      const x = data[t * n + j] / unit, volatility = volatilities[j] / unit;
      square += x * x;
      cubed += x * x * (x / volatility);
      plain += volatility * x;
      ownFourth += x ** 4;
    }
    fourth += square * square;
    cubes += cubed * plain;
  }
  let distance = 0, squares = 0, ownSquares = 0, crossed = 0;
  for (let i = 0; i < n; i++) {
    if (volatilities[i] === 0) continue;
    const variance = sample.data[i * n + i] / unit / unit;
    ownSquares += variance ** 2;
    for (let j = 0; j < n; j++) {
      const entry = sample.data[i * n + j] / unit / unit;
      distance += (entry - target.data[i * n + j] / unit / unit) ** 2;
      squares += entry ** 2;
      crossed += volatilities[j] / volatilities[i] * variance * entry;
    }
  }
  if (!(distance > 0)) return 0;
  const variances = fourth / rows - squares;
  const ownVariances = ownFourth / rows - ownSquares;
  const offDiagonal = (cubes - ownFourth) / rows - (crossed - ownSquares);
  const share = (variances - ownVariances - correlation * offDiagonal) / distance / rows;
  return Math.max(0, Math.min(1, share));
}

function mixed(sample: Matrix, target: Matrix, share: number): Matrix {
  const { rows: n, data } = sample;
  return matrix(n, n, data.map((entry, at) => (1 - share) * entry + share * target.data[at]));
}
