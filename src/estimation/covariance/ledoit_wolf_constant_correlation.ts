import { type Matrix, matrix } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { centredReturns } from "../centred_returns.ts";
import type { CovarianceEstimator } from "../estimator.ts";
import { historyOf } from "../history_of.ts";
import { populationCovariance } from "./population_covariance.ts";
import { volatilitiesOf } from "./volatilities_of.ts";

/**
 * Ledoit-Wolf constant-correlation estimator, per period: the covariance (ddof 0) shrunk towards one in which all pairs
 * have the same correlation.
 */
export const ledoitWolfConstantCorrelation: CovarianceEstimator<NoParameters> = {
  id: "ledoit_wolf_constant_correlation",
  documentation: {
    title: "Ledoit-Wolf shrinkage to constant correlation",
    paragraph:
      "The sample covariance shrunk towards a covariance in which all pairs of assets have the mean correlation. The " +
      "noise of the history determines how far it is shrunk. Variances do not change.",
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

interface Target {
  readonly correlation: number;
  readonly matrix: Matrix;
}

/**
 * Returns the shrinkage target of the constant-correlation estimator, in which all pairs have one correlation: the mean
 * over the pairs of assets with a variance. An asset without variance has no correlation.
 */
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
 * Returns the shrinkage intensity a = (p - c) / (d T) of the constant-correlation estimator, clipped to [0, 1]. d is
 * the squared distance between the covariance S and the target F, p the sum of the asymptotic variances of the entries
 * of S, and c the sum of their covariances with the entries of F, by appendix B of the paper: on the diagonal that of
 * p, and off it r Σ_ij (σ_j / σ_i)(mean_t x_ti³ x_tj - S_ii S_ij). Everything is in units of the largest volatility.
 */
function shareOf(
  centred: Matrix,
  sample: Matrix,
  { volatilities, correlation, matrix: target }: Target & { readonly volatilities: Float64Array },
): number {
  const unit = volatilities.reduce((most, volatility) => Math.max(most, volatility), 0);
  if (unit === 0) return 0;
  const sizes = volatilities.map((volatility) => volatility / unit);
  const fourth = fourthMoments(centred, sizes, unit);
  const second = squaresOf(sample, target, { sizes, unit });
  if (!(second.distance > 0)) return 0;
  const variances = fourth.all - second.all - (fourth.own - second.own);
  const covariances = fourth.cubed - fourth.own - (second.cubed - second.own);
  return Math.max(0, Math.min(1, (variances - correlation * covariances) / second.distance / centred.rows));
}

/**
 * Returns, for the shrinkage intensity, the means over the rows of returns x of two sums over all pairs of assets i, j,
 * x_i² x_j² and (σ_j / σ_i) x_i³ x_j, and of their diagonal part; σ are the volatilities. Each sum over pairs is a
 * product of two sums over assets.
 */
function fourthMoments(
  { rows, columns: n, data }: Matrix,
  sizes: Float64Array,
  unit: number,
): { all: number; cubed: number; own: number } {
  let all = 0, cubed = 0, own = 0;
  for (let t = 0; t < rows; t++) {
    let squares = 0, cubes = 0, plain = 0;
    for (let j = 0; j < n; j++) {
      if (sizes[j] === 0) continue;
      const x = data[t * n + j] / unit;
      squares += x ** 2;
      cubes += x ** 2 * (x / sizes[j]);
      plain += sizes[j] * x;
      own += x ** 4;
    }
    all += squares ** 2;
    cubed += cubes * plain;
  }
  return { all: all / rows, cubed: cubed / rows, own: own / rows };
}

/**
 * Returns, for the shrinkage intensity, sums over the entries of the covariance S: S_ij² and (σ_j / σ_i) S_ii S_ij over
 * all pairs, their diagonal part, and the squared distance |S - F|² from the target F; σ are the volatilities.
 */
function squaresOf(
  { rows: n, data }: Matrix,
  target: Matrix,
  { sizes, unit }: { readonly sizes: Float64Array; readonly unit: number },
): { all: number; cubed: number; own: number; distance: number } {
  let all = 0, cubed = 0, own = 0, distance = 0;
  for (let i = 0; i < n; i++) {
    if (sizes[i] === 0) continue;
    const variance = data[i * n + i] / unit / unit;
    own += variance ** 2;
    for (let j = 0; j < n; j++) {
      const entry = data[i * n + j] / unit / unit;
      all += entry ** 2;
      cubed += sizes[j] / sizes[i] * variance * entry;
      distance += (entry - target.data[i * n + j] / unit / unit) ** 2;
    }
  }
  return { all, cubed, own, distance };
}

function mixed(sample: Matrix, target: Matrix, share: number): Matrix {
  const { rows: n, data } = sample;
  return matrix(n, n, data.map((entry, at) => (1 - share) * entry + share * target.data[at]));
}
