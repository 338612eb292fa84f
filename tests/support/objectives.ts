import { dot, type Matrix } from "../../src/domain/matrix.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";
import type { Problem } from "../../src/optimization/problem.ts";
import { optimises } from "./sent_methods.ts";
import { entropicRisk, tailMean, WIDER_MEASURES, widerMeasure } from "./wider_measures.ts";

export type Sense = "min" | "max";

/**
 * Whether the objective is minimised or maximised, with default parameters, for methods whose id does not say it: the
 * id does not begin with `min_` or `max_`, or (for `max_decorrelation`) says the opposite.
 */
const STATED_SENSES: Readonly<Record<string, Sense>> = {
  efficient_return: "min",
  efficient_risk: "max",
  kelly: "max",
  risk_parity: "min",
  critical_line: "max",
  max_decorrelation: "min",
  robust_mean_variance: "max",
  dr_cvar: "min",
  mean_risk: "min",
};

/**
 * Ids of the methods that optimise an objective. Methods by a formula or a hierarchy are excluded, because the laws of
 * optima do not apply to them.
 */
export const OPTIMISERS: readonly string[] = [...METHODS].filter(optimises).map(({ id }) => id);

/** Whether the objective of each optimising method is minimised or maximised, with default parameters. */
export const SENSE: Readonly<Record<string, Sense>> = Object.fromEntries(
  OPTIMISERS.map((method) => [method, STATED_SENSES[method] ?? senseOfName(method)]),
);

function senseOfName(method: string): Sense {
  if (method.startsWith("min_")) return "min";
  if (method.startsWith("max_")) return "max";
  throw new Error(`Add whether "${method}" minimises or maximises to STATED_SENSES in tests/support/objectives.ts`);
}

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
  /**
   * Gini mean difference from sorted returns. The gap between two neighbours counts once for each pair of a return
   * below it and a return above it.
   */
  min_gini: (weights, { returns }) => {
    const ascending = seriesOf(weights, returns).sort((a, b) => a - b), count = ascending.length;
    let sum = 0;
    for (let k = 1; k < count; k++) sum += k * (count - k) * (ascending[k] - ascending[k - 1]);
    return 2 * sum / (count * (count - 1));
  },
  min_cvar: (weights, { returns }, { confidence = 0.95 }) =>
    tailMean(seriesOf(weights, returns).map((x) => -x), 1 - Number(confidence)),
  min_worst_realization: (weights, { returns }) => Math.max(...seriesOf(weights, returns).map((x) => -x)),
  min_average_drawdown: (weights, { returns }) => meanOf(drawdownsOf(seriesOf(weights, returns))),
  min_max_drawdown: (weights, { returns }) => Math.max(...drawdownsOf(seriesOf(weights, returns))),
  min_cdar: (weights, { returns }, { confidence = 0.95 }) =>
    tailMean(drawdownsOf(seriesOf(weights, returns)), 1 - Number(confidence)),
  min_ulcer_index: (weights, { returns }) =>
    Math.sqrt(meanOf(drawdownsOf(seriesOf(weights, returns)).map((d) => d * d))),
  min_edar: (weights, { returns }, { confidence = 0.95 }) =>
    entropicRisk(drawdownsOf(seriesOf(weights, returns)), 1 - Number(confidence)),
  min_evar: (weights, { returns }, { confidence = 0.95 }) =>
    entropicRisk(seriesOf(weights, returns).map((x) => -x), 1 - Number(confidence)),
  risk_parity: (weights, problem, { measure = "variance", budgets, confidence }) => {
    const risk = measure === "variance" ? volatility(weights, problem) : objectiveOf(
      `min_${measure}`,
      weights,
      problem,
      confidence === undefined ? {} : { confidence },
    );
    const shares = budgets === undefined ? null : new Map(Object.entries(budgets ?? {}));
    return problem.assets.reduce(
      (rest, asset, i) => rest - Number(shares?.get(asset) ?? 1 / weights.length) * Math.log(weights[i]),
      Math.log(risk),
    );
  },
  kelly: (weights, problem) => {
    const costs = costsOf(weights, problem);
    const logarithms = seriesOf(weights, problem.returns).map((x) => Math.log(1 + x - costs));
    return logarithms.reduce((sum, one) => sum + one, 0) / logarithms.length;
  },
  max_sharpe: sharpeRatio,
  critical_line: sharpeRatio,
  max_return: netReturn,
  efficient_risk: netReturn,
  min_tracking_error: trackingErrorOf,
  max_information_ratio: (weights, problem) =>
    (netReturn(weights, problem) - benchmarkReturn(problem)) / trackingErrorOf(weights, problem),
  max_quadratic_utility: (weights, problem, { risk_aversion = 1 }) =>
    netReturn(weights, problem) - Number(risk_aversion) / 2 * volatility(weights, problem) ** 2,
  robust_mean_variance(weights, problem, { uncertainty_set = "ellipsoidal", kappa = 1, risk_aversion = 1 }) {
    const spread = uncertainty_set === "box"
      ? weights.reduce((sum, weight, i) => sum + Math.abs(weight) * ownVolatility(problem, i), 0)
      : volatility(weights, problem);
    return netReturn(weights, problem) - Number(kappa) * spread / Math.sqrt(problem.returns?.rows ?? NaN) -
      Number(risk_aversion) / 2 * volatility(weights, problem) ** 2;
  },
  dr_cvar(weights, problem, { confidence = 0.95, risk_aversion = 1, radius = 0.001 }) {
    const tail = tailMean(seriesOf(weights, problem.returns).map((x) => -x), 1 - Number(confidence));
    const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
    return Number(risk_aversion) * tail - netReturn(weights, problem) +
      Number(radius) * (1 + Number(risk_aversion) / (1 - Number(confidence))) * largest;
  },
  max_diversification: (weights, problem) =>
    weights.reduce((sum, weight, i) => sum + weight * ownVolatility(problem, i), 0) / volatility(weights, problem),
  max_decorrelation(weights, problem) {
    const { covariance } = problem, n = weights.length;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const correlation = covariance.data[i * n + j] / (ownVolatility(problem, i) * ownVolatility(problem, j));
        sum += weights[i] * correlation * weights[j];
      }
    }
    return sum;
  },
  max_sortino: (weights, problem) => {
    const squares = seriesOf(weights, problem.returns).map((x) => Math.min(x - problem.riskFreeRate, 0) ** 2);
    return excessReturn(weights, problem) / Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / squares.length);
  },
  max_omega: (weights, problem) => {
    const excess = seriesOf(weights, problem.returns).map((x) => x - problem.riskFreeRate);
    const costs = meanOf(excess) - excessReturn(weights, problem);
    return (meanOf(excess.map((x) => Math.max(x, 0))) - costs) / meanOf(excess.map((x) => Math.max(-x, 0)));
  },
  max_return_cvar: ratioTo("cvar"),
  max_return_evar: ratioTo("evar"),
  max_calmar: ratioTo("max_drawdown"),
  max_return_cdar: ratioTo("cdar"),
  max_martin: ratioTo("ulcer_index"),
  ...Object.fromEntries(WIDER_MEASURES.map((measure) => [`min_${measure}`, wider(measure)])),
  mean_risk: (weights, problem, { objective = "min_risk", measure = "variance", risk_aversion = 1, ...own }) => {
    const risk = measure === "variance"
      ? volatility(weights, problem) ** 2
      : objectiveOf(`min_${measure}`, weights, problem, own);
    if (objective === "min_risk") return risk;
    if (objective === "max_return") return netReturn(weights, problem);
    return objective === "max_utility"
      ? netReturn(weights, problem) - Number(risk_aversion) * risk
      : excessReturn(weights, problem) / risk;
  },
};

/**
 * Returns the objective of a method at given weights, per period. The formula is plain arithmetic that shares no code
 * with the method, except the transaction costs, which the rules of the problem compute.
 */
export function objectiveOf(
  method: string,
  weights: Float64Array,
  problem: Problem,
  parameters: Readonly<Record<string, unknown>>,
): number {
  const formula = FORMULAS[method];
  if (formula === undefined) throw new Error(`Add the formula of "${method}" to ${placeOfFormula(method)}`);
  return formula(weights, problem, parameters);
}

/** Returns the place in the test code where a contributor must write the formula of a method's objective. */
function placeOfFormula(method: string): string {
  const isOfMeasure = RISK_MEASURES.get(method.replace(/^min_/, "")) !== undefined;
  return isOfMeasure ? "formulasOf in tests/support/wider_measures.ts" : "FORMULAS in tests/support/objectives.ts";
}

/** Returns the expected return of weights per period, less the transaction costs of the problem's rules. */
export function netReturn(weights: Float64Array, problem: Problem): number {
  return dot(problem.expectedReturns, weights) - costsOf(weights, problem);
}

function costsOf(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce((sum, rules) => sum + rules.costsOf(weights, problem), 0);
}

function ratioTo(measure: string): Formula {
  return (weights, problem, parameters) =>
    excessReturn(weights, problem) / objectiveOf(`min_${measure}`, weights, problem, parameters);
}

function wider(measure: string): Formula {
  return (weights, { returns }, parameters) => {
    const series = seriesOf(weights, returns);
    return widerMeasure(measure, series, { depths: drawdownsOf(series), parameters });
  };
}

function sharpeRatio(weights: Float64Array, problem: Problem): number {
  return excessReturn(weights, problem) / volatility(weights, problem);
}

function excessReturn(weights: Float64Array, problem: Problem): number {
  return netReturn(weights, problem) - problem.riskFreeRate;
}

function volatility(weights: Float64Array, { covariance }: Problem): number {
  const n = weights.length;
  let variance = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) variance += weights[i] * covariance.data[i * n + j] * weights[j];
  }
  return Math.sqrt(Math.max(variance, 0));
}

function ownVolatility({ covariance: { data, columns } }: Problem, i: number): number {
  return Math.sqrt(data[i * columns + i]);
}

function benchmarkReturn({ benchmark, expectedReturns }: Problem): number {
  if (benchmark?.kind === "weights") return dot(expectedReturns, benchmark.weights);
  const returns = benchmark?.returns ?? new Float64Array(0);
  return returns.reduce((sum, one) => sum + one, 0) / returns.length;
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

/**
 * Test helper. Returns the drawdown of each period: the highest cumulative sum of returns so far (starting at 0) minus
 * the current cumulative sum.
 */
function drawdownsOf(series: readonly number[]): number[] {
  let sum = 0, peak = 0;
  return series.map((x) => {
    sum += x;
    peak = Math.max(peak, sum);
    return peak - sum;
  });
}

function meanOf(series: readonly number[]): number {
  return series.reduce((sum, x) => sum + x, 0) / series.length;
}

function deviationsOf(series: readonly number[]): number[] {
  const mean = series.reduce((sum, x) => sum + x, 0) / series.length;
  return series.map((x) => x - mean);
}
