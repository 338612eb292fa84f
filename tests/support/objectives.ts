import { dot, type Matrix } from "../../src/domain/matrix.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Problem } from "../../src/optimization/problem.ts";
import { optimises } from "./sent_methods.ts";

export type Sense = "min" | "max";

/** Which way each method's objective goes. A method added to the registry needs a line here and a formula below. */
export const SENSE: Readonly<Record<string, Sense>> = {
  min_volatility: "min",
  efficient_return: "min",
  min_semideviation: "min",
  min_mad: "min",
  min_cvar: "min",
  max_sharpe: "max",
  max_return: "max",
  efficient_risk: "max",
  max_quadratic_utility: "max",
  min_tracking_error: "min",
};

/** The methods that optimise: formulas obey the laws of optima by sight. */
export const OPTIMISERS: readonly string[] = [...METHODS].filter(optimises).map(({ id }) => id);

type Formula = (weights: Float64Array, problem: Problem, parameters: Readonly<Record<string, unknown>>) => number;

const FORMULAS: Readonly<Record<string, Formula>> = {
  min_volatility: volatility,
  efficient_return: volatility,
  min_semideviation: (weights, { returns }) => {
    const deviations = deviationsOf(seriesOf(weights, returns));
    return Math.sqrt(deviations.reduce((sum, d) => sum + (d < 0 ? d * d : 0), 0) / (deviations.length - 1));
  },
  min_mad: (weights, { returns }) => {
    const deviations = deviationsOf(seriesOf(weights, returns));
    return deviations.reduce((sum, d) => sum + Math.abs(d), 0) / deviations.length;
  },
  min_cvar: (weights, { returns }, { confidence = 0.95 }) => {
    const losses = seriesOf(weights, returns).map((x) => -x).sort((a, b) => b - a);
    let left = (1 - Number(confidence)) * losses.length, sum = 0;
    const count = left;
    for (let k = 0; left > 0; k++, left--) sum += Math.min(1, left) * losses[k];
    return sum / count;
  },
  max_sharpe: (weights, problem) =>
    (expectedReturn(weights, problem) - problem.riskFreeRate) / volatility(weights, problem),
  max_return: expectedReturn,
  efficient_risk: expectedReturn,
  min_tracking_error: trackingErrorOf,
  max_quadratic_utility: (weights, problem, { risk_aversion = 1 }) =>
    expectedReturn(weights, problem) - Number(risk_aversion) / 2 * volatility(weights, problem) ** 2,
};

/**
 * The objective of a method at weights, per period, by its formula in plain arithmetic that shares nothing with the
 * method.
 */
export function objectiveOf(
  method: string,
  weights: Float64Array,
  problem: Problem,
  parameters: Readonly<Record<string, unknown>>,
): number {
  const formula = FORMULAS[method];
  if (formula === undefined) throw new Error(`Cannot re-evaluate "${method}": add its formula`);
  return formula(weights, problem, parameters);
}

/** Less what the rules take from it. */
function expectedReturn(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce(
    (net, rules) => net - rules.costsOf(weights, problem),
    dot(problem.expectedReturns, weights),
  );
}

function volatility(weights: Float64Array, { covariance }: Problem): number {
  const n = weights.length;
  let variance = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) variance += weights[i] * covariance.data[i * n + j] * weights[j];
  }
  return Math.sqrt(Math.max(variance, 0));
}

function trackingErrorOf(weights: Float64Array, problem: Problem): number {
  const { benchmark, returns } = problem;
  if (benchmark?.kind === "weights") {
    return volatility(weights.map((weight, i) => weight - benchmark.weights[i]), problem);
  }
  const deviations = deviationsOf(seriesOf(weights, returns).map((x, t) => x - (benchmark?.returns[t] ?? NaN)));
  return Math.sqrt(deviations.reduce((sum, d) => sum + d * d, 0) / (deviations.length - 1));
}

function seriesOf(weights: Float64Array, returns: Matrix | null): number[] {
  if (returns === null) throw new Error("The objective needs a history");
  const { rows, columns, data } = returns;
  return Array.from({ length: rows }, (_, t) => dot(data.subarray(t * columns, (t + 1) * columns), weights));
}

function deviationsOf(series: readonly number[]): number[] {
  const mean = series.reduce((sum, x) => sum + x, 0) / series.length;
  return series.map((x) => x - mean);
}
