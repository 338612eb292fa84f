import { dot, type Matrix, matrix, timesVector } from "../../domain/matrix.ts";
import { activeReturns } from "../../measures/active_returns.ts";
import { volatilityOf } from "../../measures/portfolio_volatility.ts";
import { standardDeviation } from "../../measures/standard_deviation.ts";
import type { CostContext, Problem } from "../problem.ts";
import type { Affine, Variables } from "../program/program.ts";
import { deviations } from "./centred.ts";
import { deviationFactor } from "./deviation_factor.ts";
import { historyOf } from "./risk_measure.ts";
import { volatilityFactor } from "./volatility.ts";
import { weighted } from "./weighted.ts";

/**
 * Returns the tracking error of weights per period: sqrt((w - b)'S(w - b)) against benchmark weights b, the sample
 * standard deviation (ddof 1) of the active returns against a series. Throws a RangeError without a benchmark.
 */
export function trackingErrorOf(weights: Float64Array, problem: Problem): number {
  const benchmark = benchmarkIn(problem);
  if (benchmark.kind === "weights") {
    return volatilityOf(weights.map((weight, i) => weight - benchmark.weights[i]), problem.covariance);
  }
  return standardDeviation(activeReturns(timesVector(historyOf(problem), weights), benchmark.returns));
}

/** The gradient of the tracking error per period with respect to the weights; null if the tracking error is 0. */
export function trackingErrorSlopes(weights: Float64Array, problem: Problem): Float64Array | null {
  const error = trackingErrorOf(weights, problem), benchmark = benchmarkIn(problem);
  if (error === 0) return null;
  if (benchmark.kind === "weights") {
    const active = weights.map((weight, i) => weight - benchmark.weights[i]);
    return timesVector(problem.covariance, active).map((slope) => slope / error);
  }
  const returns = historyOf(problem),
    active = deviations(activeReturns(timesVector(returns, weights), benchmark.returns));
  return weighted(returns, active, 1 / (error * (returns.rows - 1)));
}

/**
 * The expected return of the benchmark per period: by the expected returns of its assets, or the mean of its series.
 */
export function benchmarkReturnOf(problem: Problem): number {
  const benchmark = benchmarkIn(problem);
  if (benchmark.kind === "weights") return dot(problem.expectedReturns, benchmark.weights);
  return benchmark.returns.reduce((sum, one) => sum + one, 0) / benchmark.returns.length;
}

/**
 * Returns the (n + 1) × (n + 1) covariance M of the returns of the assets and, last, of the active return of the
 * portfolio p. The squared tracking error of w is (w - p, 1)'M(w - p, 1). M is the sample covariance against a series.
 */
export function activeCovariance(problem: Problem, portfolio: Float64Array): Matrix {
  const benchmark = benchmarkIn(problem);
  if (benchmark.kind === "series") {
    const history = historyOf(problem), over = activeReturns(timesVector(history, portfolio), benchmark.returns);
    return problem.kernels.statistics.covariance(withColumn(history, over));
  }
  const { covariance } = problem, n = covariance.rows, whole = matrix(n + 1, n + 1);
  const positions = portfolio.map((weight, i) => weight - benchmark.weights[i]);
  const shared = timesVector(covariance, positions);
  for (let i = 0; i < n; i++) {
    whole.data.set(covariance.data.subarray(i * n, (i + 1) * n), i * (n + 1));
    whole.data[i * (n + 1) + n] = whole.data[n * (n + 1) + i] = shared[i];
  }
  whole.data[n * (n + 1) + n] = dot(shared, positions);
  return whole;
}

/** Returns expressions whose norm is the tracking error of weights per period, times the scale of a program. */
export function activeRisk(weights: Variables, { problem, scale }: CostContext): Affine {
  const benchmark = benchmarkIn(problem), { linearAlgebra } = problem.kernels;
  if (benchmark.kind === "weights") {
    const factor = volatilityFactor(problem.covariance, linearAlgebra);
    return weights.mapped(factor).minus(scale.spread(timesVector(factor, benchmark.weights)));
  }
  const { rows, columns, data } = deviationFactor(withColumn(historyOf(problem), benchmark.returns), linearAlgebra);
  const ofAssets = matrix(rows, columns - 1), ofBenchmark = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const own = data.subarray(i * columns, (i + 1) * columns);
    ofAssets.data.set(own.subarray(0, columns - 1), i * (columns - 1));
    ofBenchmark[i] = own[columns - 1];
  }
  return weights.mapped(ofAssets).minus(scale.spread(ofBenchmark));
}

function benchmarkIn({ benchmark }: Problem): NonNullable<Problem["benchmark"]> {
  if (benchmark === null) throw new RangeError("Active risk needs a benchmark");
  return benchmark;
}

function withColumn({ rows, columns, data }: Matrix, last: Float64Array): Matrix {
  const wide = matrix(rows, columns + 1);
  for (let t = 0; t < rows; t++) {
    wide.data.set(data.subarray(t * columns, (t + 1) * columns), t * (columns + 1));
    wide.data[t * (columns + 1) + columns] = last[t];
  }
  return wide;
}
