import type { Problem } from "../../../src/optimization/problem.ts";
import { objectiveOf, SENSE } from "../../../tests/support/objectives.ts";
import type { AccuracyProgram } from "./accuracy_program.ts";
import { summed } from "./summed.ts";

/** Objective of a method at given weights, as a cost: the sign is reversed where the method maximises. */
export interface PlainValue {
  readonly cost: number;
  /** Bound on the rounding error of the objective, computed from the terms of its formula. */
  readonly rounding: number;
}

/**
 * Returns the objective of a method at given weights by the formula of the method, as a cost (the sign is reversed
 * where the method maximises), with a bound on its rounding error.
 */
export function plainValue(
  weights: Float64Array,
  program: Pick<AccuracyProgram, "method" | "parameters">,
  problem: Problem,
): PlainValue {
  const { method, parameters } = program;
  const value = objectiveOf(method, weights, problem, parameters);
  return { cost: signOf(program) * value, rounding: roundingOf(method, weights, problem, parameters) };
}

/** Returns 1 for a method that minimises its objective and -1 for a method that maximises it. */
export function signOf(
  { method, parameters: { objective = "min_risk" } }: Pick<AccuracyProgram, "method" | "parameters">,
): 1 | -1 {
  if (method === "mean_risk") return objective === "min_risk" ? 1 : -1;
  return SENSE[method] === "min" ? 1 : -1;
}

/** Parameters of a method in a random program. */
export type Parameters = AccuracyProgram["parameters"];

type Rounding = (weights: Float64Array, problem: Problem, parameters: Parameters) => number;

const ROUNDINGS: Readonly<Record<string, Rounding>> = {
  min_volatility: roundingOfVolatility,
  efficient_return: roundingOfVolatility,
  min_semideviation: rowRounding,
  min_mad: rowRounding,
  min_gini: rowRounding,
  min_cvar: rowRounding,
  min_worst_realization: rowRounding,
  min_average_drawdown: roundingOfSums,
  min_evar: rowRounding,
  min_edar: roundingOfSums,
  min_tracking_error: roundingOfTracking,
  max_information_ratio: (weights, problem) =>
    roundingOfRatio(weights, problem, {
      risk: objectiveOf("min_tracking_error", weights, problem, {}),
      by: roundingOfTracking,
    }),
  kelly(weights, problem) {
    const least = 1 - objectiveOf("min_worst_realization", weights, problem, {});
    return rowRounding(weights, problem) / Math.max(Math.min(1, least), Number.EPSILON);
  },
  risk_parity(weights, problem, { measure = "variance", ...own }) {
    const method = measure === "variance" ? "min_volatility" : `min_${measure}`;
    const risk = objectiveOf(method, weights, problem, own);
    return roundingOf(method, weights, problem, own) / risk + 64 * Number.EPSILON;
  },
  mean_risk: roundingOfTrade,
  min_variance: (weights, problem) => varianceAt(weights, problem).rounding,
  min_max_drawdown: roundingOfSums,
  min_cdar: roundingOfSums,
  min_ulcer_index: roundingOfSums,
  min_square_root_kurtosis: (weights, problem) => roundingOfMoment("square_root_kurtosis", weights, problem, {}),
  min_square_root_semikurtosis: (weights, problem) =>
    roundingOfMoment("square_root_semikurtosis", weights, problem, {}),
  min_even_moment: (weights, problem, own) => roundingOfMoment("even_moment", weights, problem, own),
  min_even_semimoment: (weights, problem, own) => roundingOfMoment("even_semimoment", weights, problem, own),
  min_first_lower_partial_moment: roundingBelowTarget,
  min_second_lower_partial_moment: roundingBelowTarget,
  min_tail_gini: rowRounding,
  min_relativistic_value_at_risk: rowRounding,
  min_relativistic_drawdown_at_risk: roundingOfSums,
  min_range: twiceRowRounding,
  min_cvar_range: twiceRowRounding,
  min_tail_gini_range: twiceRowRounding,
  min_evar_range: twiceRowRounding,
  min_rlvar_range: twiceRowRounding,
  max_return: roundingOfReturn,
  efficient_risk: roundingOfReturn,
  max_quadratic_utility: (weights, problem, { risk_aversion = 1 }) =>
    roundingOfReturn(weights, problem) + Number(risk_aversion) * varianceAt(weights, problem).rounding,
  max_decorrelation: (weights, problem) => roundingOfCorrelations(weights, problem),
  max_diversification(weights, problem) {
    const { variance, rounding } = varianceAt(weights, problem);
    if (variance <= 4 * rounding) return Infinity;
    const { sum, rounding: ofMean } = summed(volatilitiesOf(problem), weights);
    return ofMean / Math.sqrt(variance) + sum / variance * roundingOfVolatility(weights, problem);
  },
  robust_mean_variance: (weights, problem, { risk_aversion = 1, kappa = 1 }) =>
    roundingOfReturn(weights, problem) + Number(risk_aversion) * varianceAt(weights, problem).rounding +
    Number(kappa) *
      (roundingOfVolatility(weights, problem) + 8 * Number.EPSILON * summed(volatilitiesOf(problem), weights).sum),
  dr_cvar: (weights, problem, { risk_aversion = 1 }) => (1 + Number(risk_aversion)) * rowRounding(weights, problem),
  max_sharpe: roundingOfSharpe,
  critical_line: roundingOfSharpe,
  max_sortino: (weights, problem) =>
    roundingOfRatio(weights, problem, { risk: belowRate(weights, problem, 2), by: rowRounding }),
  max_omega: (weights, problem) =>
    roundingOfRatio(weights, problem, { risk: belowRate(weights, problem, 1), by: rowRounding }),
  max_return_cvar: (weights, problem, parameters) =>
    roundingOfRatio(weights, problem, { risk: objectiveOf("min_cvar", weights, problem, parameters), by: rowRounding }),
  max_return_evar: (weights, problem, parameters) =>
    roundingOfRatio(weights, problem, { risk: objectiveOf("min_evar", weights, problem, parameters), by: rowRounding }),
  max_calmar: (weights, problem) =>
    roundingOfRatio(weights, problem, {
      risk: objectiveOf("min_max_drawdown", weights, problem, {}),
      by: roundingOfSums,
    }),
  max_return_cdar: (weights, problem, parameters) =>
    roundingOfRatio(weights, problem, {
      risk: objectiveOf("min_cdar", weights, problem, parameters),
      by: roundingOfSums,
    }),
  max_martin: (weights, problem) =>
    roundingOfRatio(weights, problem, {
      risk: objectiveOf("min_ulcer_index", weights, problem, {}),
      by: roundingOfSums,
    }),
};

/**
 * Returns a bound on the rounding error of a method's objective, or an estimate where `ROUNDINGS` has no bound. A risk
 * measure counts as the method that minimises it.
 */
export function roundingOf(method: string, weights: Float64Array, problem: Problem, parameters: Parameters): number {
  return (ROUNDINGS[method] ?? roundingByDifferences(method))(weights, problem, parameters);
}

/** Relative change of a weight in the differences that estimate a rounding error. */
const CHANGE = 2 ** -26;

/**
 * Returns an estimate of the rounding error of an objective for which `ROUNDINGS` has no bound: ε (T + n) (|f| + Σ_i
 * |w_i ∂f/∂w_i|) for an objective f, T periods and n weights w, with forward differences for the derivatives.
 */
function roundingByDifferences(method: string): Rounding {
  return (weights, problem, parameters) => {
    const value = objectiveOf(method, weights, problem, parameters);
    const changes = weights.map((weight, i) => {
      const changed = weights.with(i, weight * (1 + CHANGE));
      return Math.abs(objectiveOf(method, changed, problem, parameters) - value) / CHANGE;
    });
    const terms = weights.length + (problem.returns?.rows ?? 0);
    return Number.EPSILON * terms * (Math.abs(value) + changes.reduce((sum, change) => sum + change, 0));
  };
}

/** Returns a bound on the rounding error of a measure that is the square of a norm of the deviations. */
function roundingOfMoment(measure: string, weights: Float64Array, problem: Problem, own: Parameters): number {
  const norm = Math.sqrt(objectiveOf(`min_${measure}`, weights, problem, own)), by = 2 * rowRounding(weights, problem);
  return (2 * norm + by) * by + 64 * Number.EPSILON * norm ** 2;
}

/** Returns a bound on the rounding error of a range, which adds a measure of the best and one of the worst periods. */
function twiceRowRounding(weights: Float64Array, problem: Problem): number {
  return 2 * rowRounding(weights, problem);
}

function roundingOfTrade(
  weights: Float64Array,
  problem: Problem,
  { objective = "min_risk", measure = "variance", risk_aversion = 1, ...own }: Parameters,
): number {
  if (objective === "max_return") return roundingOfReturn(weights, problem);
  const by = (): number => roundingOf(`min_${measure}`, weights, problem, own);
  if (objective === "min_risk") return by();
  if (objective === "max_utility") return roundingOfReturn(weights, problem) + Number(risk_aversion) * by();
  const risk = objectiveOf("mean_risk", weights, problem, { measure, ...own });
  return roundingOfRatio(weights, problem, { risk, by });
}

function roundingOfSharpe(weights: Float64Array, problem: Problem): number {
  const { variance, rounding } = varianceAt(weights, problem);
  if (variance <= 4 * rounding) return Infinity;
  const { sum, rounding: ofReturn } = summed(problem.expectedReturns, weights);
  const excess = Math.abs(sum - problem.riskFreeRate), volatility = Math.sqrt(variance);
  const ofExcess = ofReturn + Number.EPSILON * Math.abs(problem.riskFreeRate);
  return ofExcess / volatility + excess / variance * roundingOfVolatility(weights, problem);
}

function roundingOfVolatility(weights: Float64Array, problem: Problem): number {
  const { variance, rounding } = varianceAt(weights, problem);
  return variance > rounding ? rounding / Math.sqrt(variance) : Math.sqrt(rounding);
}

/**
 * Returns a bound on the rounding error of the excess return divided by a risk. Infinity where the risk may be zero.
 */
function roundingOfRatio(
  weights: Float64Array,
  problem: Problem,
  { risk, by }: { readonly risk: number; readonly by: (weights: Float64Array, problem: Problem) => number },
): number {
  const ofRisk = by(weights, problem);
  if (!(risk > 4 * ofRisk)) return Infinity;
  const { sum, rounding } = summed(problem.expectedReturns, weights);
  const ofExcess = rounding + Number.EPSILON * Math.abs(problem.riskFreeRate);
  return ofExcess / risk + Math.abs(sum - problem.riskFreeRate) / risk ** 2 * ofRisk;
}

/** Returns the mean shortfall below the risk-free rate (power 1), or the root mean square shortfall (power 2). */
function belowRate(weights: Float64Array, { returns, riskFreeRate }: Problem, power: 1 | 2): number {
  if (returns === null) return 0;
  const { rows, columns, data } = returns;
  let total = 0;
  for (let t = 0; t < rows; t++) {
    let earned = 0;
    for (let j = 0; j < columns; j++) earned += weights[j] * data[t * columns + j];
    total += Math.max(riskFreeRate - earned, 0) ** power;
  }
  return (total / rows) ** (1 / power);
}

function roundingOfReturn(weights: Float64Array, problem: Problem): number {
  return summed(problem.expectedReturns, weights).rounding +
    8 * weights.length * Number.EPSILON * costsAt(weights, problem);
}

/**
 * Returns the transaction costs of moving from the starting portfolio to these weights, as a reduction of the expected
 * return.
 */
export function costsAt(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce((sum, rules) => sum + rules.costsOf(weights, problem), 0);
}

/**
 * Returns a bound on the rounding error of the tracking error. The factor of 32 suffices, because benchmark returns lie
 * between those of the assets.
 */
function roundingOfTracking(weights: Float64Array, problem: Problem): number {
  return 32 * rowRounding(weights.map((weight) => Math.abs(weight) + 1), problem);
}

function volatilitiesOf({ covariance: { data, columns } }: Problem): Float64Array {
  return Float64Array.from({ length: columns }, (_, i) => Math.sqrt(data[i * (columns + 1)]));
}

/**
 * Returns a bound on the rounding error of w'Cw for the correlation matrix C. Dividing each weight by its volatility
 * turns the product into a sum over the covariance matrix.
 */
function roundingOfCorrelations(weights: Float64Array, problem: Problem): number {
  const own = volatilitiesOf(problem);
  const { variance, rounding } = varianceAt(weights.map((weight, i) => weight / own[i]), problem);
  return rounding + 2 * Math.sqrt(Math.max(0, variance) * rounding) + 8 * Number.EPSILON * Math.max(0, variance);
}

/**
 * Returns the variance w'Sw and a bound on its rounding error, including that of the returns from which S was
 * estimated.
 */
export function varianceAt(weights: Float64Array, problem: Problem): { variance: number; rounding: number } {
  const { covariance } = problem, n = weights.length;
  let variance = 0, size = 0;
  for (let i = 0; i < n; i++) {
    if (weights[i] === 0) continue;
    let sum = 0, sizes = 0;
    for (let j = 0; j < n; j++) {
      const term = covariance.data[i * n + j] * weights[j];
      sum += term;
      sizes += Math.abs(term);
    }
    variance += weights[i] * sum;
    size += Math.abs(weights[i]) * sizes;
  }
  return { variance, rounding: Number.EPSILON * (n + 2) * size + rowRounding(weights, problem) ** 2 };
}

/** Returns a bound on the rounding error of a portfolio's deviation from its mean, a sum over all periods. */
function rowRounding(weights: Float64Array, problem: Problem): number {
  return roundingBelow(Infinity, weights, problem);
}

/**
 * Returns a bound on the rounding error of a lower partial moment. Periods above the target add nothing to it, however
 * large their returns are.
 */
function roundingBelowTarget(weights: Float64Array, problem: Problem, { target = 0 }: Parameters): number {
  return roundingBelow(Number(target), weights, problem);
}

/**
 * Returns a bound on the rounding error of portfolio returns, over the periods in which the return may lie below
 * `most`.
 */
function roundingBelow(most: number, weights: Float64Array, { returns }: Problem): number {
  if (returns === null) return 0;
  const { rows, columns, data } = returns;
  let largest = 0;
  for (let t = 0; t < rows; t++) {
    const { sum, size } = sizedSum(data.subarray(t * columns, (t + 1) * columns), weights);
    if (sum - Number.EPSILON * columns * size < most) largest = Math.max(largest, size);
  }
  return Number.EPSILON * (rows + columns) * largest;
}

function sizedSum(factors: Float64Array, others: Float64Array): { readonly sum: number; readonly size: number } {
  let sum = 0, size = 0;
  for (let j = 0; j < factors.length; j++) {
    sum += factors[j] * others[j];
    size += Math.abs(factors[j] * others[j]);
  }
  return { sum, size };
}

/** Returns a bound on the rounding error of a cumulative sum of portfolio returns. */
function roundingOfSums(weights: Float64Array, problem: Problem): number {
  return (problem.returns?.rows ?? 0) * rowRounding(weights, problem);
}
