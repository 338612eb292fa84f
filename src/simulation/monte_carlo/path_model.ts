import { column, dot, type Matrix, matrix, quadraticForm, timesVector } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { PathModel, RowDraw } from "../../kernels/path_model.ts";
import { automaticBlockLength } from "./block_length.ts";
import { fitStudentT } from "./fit_student_t.ts";
import { fitGarch } from "./garch.ts";
import type { SimulationPlan } from "./simulation_plan.ts";
import type { SimulationSource } from "./simulation_source.ts";

/** Of a Student t without a history. */
const USUAL_DEGREES_OF_FREEDOM = 5;

export interface ModelOptions {
  readonly kernels: Kernels;
  /**
   * Hears before each part of the fit how many are done: every asset of the filtered model, and what else takes long.
   * What it throws is thrown on.
   */
  readonly onPart?: (fitted: number, total: number) => void;
}

/**
 * The model of a plan, fitted. Where the weights are restored every period the portfolio's own return is one number of
 * the same distribution (a linear map of a normal or of a Student t; rows of a history are drawn for all assets at
 * once), and it alone is drawn; a filtered historical simulation moves every asset's variance and so draws them all.
 * Throws a RangeError where the model needs a history and there is none.
 */
export function pathModelOf(given: SimulationSource, plan: SimulationPlan, options: ModelOptions): PathModel {
  const { kernels, onPart = () => {} } = options;
  const source = withHeldAssets(given);
  onPart(0, 1);
  const isWhole = plan.rebalance === 1 || plan.horizon === 1;
  switch (plan.model) {
    case "gaussian":
      return isWhole
        ? portfolioNormal(source, null)
        : assetNormal(source, plan, { kernels, onPart, degreesOfFreedom: null });
    case "student_t": {
      const degreesOfFreedom = plan.degreesOfFreedom ?? fittedDegreesOfFreedom(source);
      return isWhole
        ? portfolioNormal(source, degreesOfFreedom)
        : assetNormal(source, plan, { kernels, onPart, degreesOfFreedom });
    }
    case "bootstrap":
    case "block_bootstrap":
    case "stationary_bootstrap": {
      const returns = historyOf(source);
      const own = timesVector(returns, source.weights);
      const draw = drawOf(plan, own);
      return isWhole
        ? { kind: "portfolio_rows", returns: own, draw }
        : { kind: "asset_rows", weights: source.weights, rebalance: plan.rebalance, returns, draw };
    }
    case "filtered_historical":
      return filtered(source, plan, onPart);
  }
}

/** Assets without weight change nothing. */
function withHeldAssets(source: SimulationSource): SimulationSource {
  const { weights, expectedReturns, covariance, returns, periodsPerYear } = source;
  const held = Array.from(weights.keys()).filter((i) => weights[i] !== 0);
  return {
    weights: Float64Array.from(held, (i) => weights[i]),
    expectedReturns: Float64Array.from(held, (i) => expectedReturns[i]),
    covariance: picked(covariance, held, held),
    returns: returns === null ? null : picked(returns, Array.from({ length: returns.rows }, (_, t) => t), held),
    periodsPerYear,
  };
}

function picked(of: Matrix, rows: readonly number[], columns: readonly number[]): Matrix {
  const part = matrix(rows.length, columns.length);
  let at = 0;
  for (const i of rows) for (const j of columns) part.data[at++] = of.data[i * of.columns + j];
  return part;
}

function historyOf({ returns }: SimulationSource): Matrix {
  if (returns === null || returns.rows === 0) throw new RangeError("This model draws from a history of returns");
  return returns;
}

/**
 * Fitted to the portfolio's own returns: every portfolio of a multivariate Student t has the same degrees of freedom.
 */
function fittedDegreesOfFreedom({ returns, weights }: SimulationSource): number {
  return returns === null ? USUAL_DEGREES_OF_FREEDOM : fitStudentT(timesVector(returns, weights));
}

function portfolioNormal(source: SimulationSource, degreesOfFreedom: number | null): PathModel {
  const { weights, expectedReturns, covariance } = source;
  const deviation = Math.sqrt(Math.max(0, quadraticForm(covariance, weights)));
  return { kind: "portfolio_normal", mean: dot(weights, expectedReturns), deviation, degreesOfFreedom };
}

function assetNormal(
  { weights, expectedReturns, covariance }: SimulationSource,
  { rebalance }: SimulationPlan,
  { kernels, onPart, degreesOfFreedom }: Required<ModelOptions> & { degreesOfFreedom: number | null },
): PathModel {
  const factor = factorOf(covariance, { kernels, onPart });
  return { kind: "asset_normal", weights, rebalance, means: expectedReturns, factor, degreesOfFreedom };
}

/**
 * F of S = F F': the lower triangle of Cholesky, or, where S is singular, the scaled eigenvectors of its positive
 * eigenvalues.
 */
function factorOf(covariance: Matrix, { kernels, onPart }: Required<ModelOptions>): Matrix {
  const lower = kernels.linearAlgebra.cholesky(covariance)?.lower;
  if (lower !== undefined) return lower;
  // The eigenvectors take some twenty times as long.
  onPart(1, 20);
  const { values, vectors } = kernels.linearAlgebra.eigen(covariance);
  const n = covariance.rows;
  const least = n * Number.EPSILON * values.reduce((most, value) => Math.max(most, value), 0);
  const positive = Array.from(values.keys()).filter((k) => values[k] > least);
  const factor = matrix(n, positive.length);
  let at = 0;
  for (let i = 0; i < n; i++) {
    for (const k of positive) factor.data[at++] = vectors.data[i * n + k] * Math.sqrt(values[k]);
  }
  return factor;
}

/**
 * The length of blocks: the plan's, or by the rule of Politis and White for the portfolio's own returns, in whole rows
 * for fixed blocks.
 */
function drawOf({ model, blockLength }: SimulationPlan, own: Float64Array): RowDraw {
  switch (model) {
    case "block_bootstrap":
      return { kind: "blocks", length: blockLength ?? Math.max(1, Math.round(automaticBlockLength(own).circular)) };
    case "stationary_bootstrap":
      return { kind: "geometric", meanLength: blockLength ?? automaticBlockLength(own).stationary };
    default:
      return { kind: "each" };
  }
}

/**
 * A GARCH(1,1) for each asset; its residuals are brought to mean 0 and variance 1, so that they neither drift nor feed
 * the variance.
 */
function filtered(
  source: SimulationSource,
  { rebalance }: SimulationPlan,
  onPart: (fitted: number, total: number) => void,
): PathModel {
  const returns = historyOf(source);
  const fits = Array.from({ length: returns.columns }, (_, j) => {
    onPart(j, returns.columns);
    return fitGarch(column(returns, j));
  });
  const residuals = matrix(returns.rows, returns.columns);
  fits.forEach((fit, j) => {
    standardised(fit.residuals).forEach((z, t) => residuals.data[t * returns.columns + j] = z);
  });
  return {
    kind: "filtered",
    weights: source.weights,
    rebalance,
    means: Float64Array.from(fits, ({ mean }) => mean),
    residuals,
    omega: Float64Array.from(fits, ({ omega }) => omega),
    alpha: Float64Array.from(fits, ({ alpha }) => alpha),
    beta: Float64Array.from(fits, ({ beta }) => beta),
    firstVariance: Float64Array.from(fits, ({ nextVariance }) => nextVariance),
  };
}

function standardised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return values.map((value) => variance > 0 ? (value - mean) / Math.sqrt(variance) : 0);
}
