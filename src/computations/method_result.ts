import { DomainError, type ErrorCode } from "../domain/errors.ts";
import { type Matrix, timesVector } from "../domain/matrix.ts";
import { traceOf } from "../domain/trace_of.ts";
import type { Kernels } from "../kernels/mod.ts";
import { Stopped } from "../domain/stopped.ts";
import { computeMetrics, type MetricsContext, seriesOf } from "../measures/mod.ts";
import type { Method } from "../optimization/methods/method.ts";
import type { Problem } from "../optimization/problem.ts";
import { carryOf } from "../optimization/program/net_return.ts";
import { sharesOf } from "../optimization/risk/shares_of.ts";
import { BINDING_SLACK, type Certificate, ruleKey, type Solution } from "../optimization/solution.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import { type AllocationBasis, allocationOf, whyAllCash } from "./allocation.ts";
import type { Figures } from "../documents/figures.ts";
import type { CertificateReport, MethodResult, RuleReport } from "../documents/run_result.ts";

/** Confidence level of the tail risk measures in every result, as a fraction. */
export const CONFIDENCE = 0.95;

export interface MethodAnswer {
  readonly result: MethodResult;
  /** Period returns of the method's portfolio after what holding it costs; null without weights or a history. */
  readonly series: Float64Array | null;
  /** Text of the method's unexpected error, for the log; null if there was none. */
  readonly inside: string | null;
  /** Code of the `DomainError` that the method threw; null if it threw none. */
  readonly code: ErrorCode | null;
  /** Corner portfolios that the method's solver found; undefined if it found none. */
  readonly corners: Solution["cornerPortfolios"];
}

/** Type of the input for running one method: the method, its parameters and the optimisation problem that it solves. */
export interface MethodTask {
  readonly method: Method;
  readonly choice: MethodChoice;
  readonly problem: Problem;
  /** Inputs for buying the method's weights in whole lots; null if the request asks for no allocation. */
  readonly allocation?: AllocationBasis | null;
}

/** Type of the risk-free rate and benchmark returns that the metrics of a portfolio are measured against. */
export interface MetricsReference {
  /** Annual risk-free rate, as a fraction. */
  readonly riskFreeRate: number;
  /** Period returns of the benchmark; null without a benchmark or without a history. */
  readonly benchmark: Float64Array | null;
}

/**
 * Runs one optimisation method and describes its result. An error fails only this method, except `Stopped`, which is
 * thrown again.
 */
export function answerOf(task: MethodTask, reference: MetricsReference, kernels: Kernels): MethodAnswer {
  const { method, choice, problem } = task;
  try {
    return describe(task, method.solve(problem, choice.parameters, kernels), { reference, kernels });
  } catch (error) {
    const { detail, inside, code } = failureOf(error, choice.key);
    return { result: { ...unsolved(choice), detail }, series: null, inside, code, corners: undefined };
  }
}

/**
 * Turns an error of one part of a run into a sentence for the caller and a stack trace for the log. A `Stopped` error
 * is thrown again.
 */
export function failureOf(error: unknown, part: string): Failure {
  if (error instanceof Stopped) throw error;
  if (error instanceof DomainError) return { detail: error.message, inside: null, code: error.code };
  return {
    detail: `Cannot compute "${part}" for a reason inside the service`,
    inside: `${part}: ${traceOf(error)}`,
    code: null,
  };
}

interface Failure {
  readonly detail: string;
  readonly inside: string | null;
  readonly code: ErrorCode | null;
}

function describe(
  { method, choice, problem, allocation = null }: MethodTask,
  solution: Solution,
  { reference, kernels }: { reference: MetricsReference; kernels: Kernels },
): MethodAnswer {
  const { weights, status, detail, objective, certificate, cornerPortfolios: corners } = solution;
  const result: MethodResult = {
    ...unsolved(choice),
    status,
    detail,
    objective: objective && { name: objective.name, value: objective.value },
    certificate: certificate && certificateReport(certificate),
  };
  if (weights === null) return { result, series: null, inside: null, code: null, corners };
  const carry = carryOf(weights, problem);
  const gross = problem.returns && timesVector(problem.returns, weights);
  const series = carry === 0 ? gross : gross && gross.map((earned) => earned - carry);
  const contributions = method.riskContributions === undefined
    ? volatilityContributions(problem.covariance, weights)
    : method.riskContributions(problem, weights, choice.parameters, kernels);
  return {
    result: {
      ...result,
      detail: sentences(detail, whyAllCash(allocation)),
      weights: byAsset(problem, weights),
      metrics: computeMetrics(series, metricsContext(problem, reference, weights), kernels),
      risk_contributions: contributions && byAsset(problem, contributions),
      allocation: allocation && allocationOf(allocation, weights),
      constraint_report: reportOf(solution, weights, problem),
    },
    series,
    inside: null,
    code: null,
    corners,
  };
}

function sentences(...said: readonly (string | null)[]): string | null {
  const there = said.filter((sentence) => sentence !== null);
  return there.length === 0 ? null : there.join(". ");
}

function unsolved(choice: MethodChoice): MethodResult {
  return {
    method: choice.method,
    key: choice.key,
    parameters: choice.parameters,
    status: "failed",
    detail: null,
    objective: null,
    weights: null,
    metrics: null,
    risk_contributions: null,
    allocation: null,
    constraint_report: null,
    certificate: null,
  };
}

/** Returns an object from the id of each asset to its number in an array. */
export function byAsset({ assets }: Pick<Problem, "assets">, figures: ArrayLike<number>): Figures {
  return Object.fromEntries(assets.map((asset, i) => [asset, figures[i]]));
}

/**
 * Builds the inputs for risk and return metrics of a portfolio, or of a single return series if there are no weights.
 */
export function metricsContext(
  problem: Problem,
  { riskFreeRate, benchmark }: MetricsReference,
  weights: Float64Array | null = null,
): MetricsContext {
  const { isUnordered = false, rowWeights, kernels } = problem;
  return {
    isUnordered,
    ...rowWeights === undefined ? {} : { rowWeights },
    riskFreeRate,
    periodsPerYear: problem.periodsPerYear,
    confidence: CONFIDENCE,
    benchmark: benchmark && seriesOf(benchmark, { rowWeights, kernels }),
    portfolio: weights && {
      weights,
      expectedReturns: problem.expectedReturns,
      covariance: problem.covariance,
      startingWeights: problem.startingWeights ?? new Float64Array(weights.length),
      startingWeightOutside: problem.startingWeightOutside,
      carry: carryOf(weights, problem),
    },
  };
}

/**
 * Returns the contribution of each asset to portfolio volatility, w_i (S w)_i / w'S w; null if the portfolio has no
 * risk.
 */
function volatilityContributions(covariance: Matrix, weights: Float64Array): Float64Array | null {
  const marginal = timesVector(covariance, weights);
  return sharesOf(weights.map((weight, i) => weight * marginal[i]));
}

function reportOf({ certificate, shadowPrices }: Solution, weights: Float64Array, problem: Problem): RuleReport[] {
  const isPriced = certificate !== null && certificate.search === undefined;
  return problem.rules.flatMap((rules) => rules.evaluate(weights, problem)).map((one) => {
    const { family, rule, value, min, max, unit = 1 } = one;
    const slack = Math.min(min === null ? Infinity : value - min, max === null ? Infinity : max - value);
    return {
      family,
      rule,
      value,
      min,
      max,
      slack: Number.isFinite(slack) ? slack : null,
      binding: slack <= BINDING_SLACK * unit,
      shadow_price: isPriced ? shadowPrices.get(ruleKey(family, rule)) ?? 0 : null,
    };
  });
}

function certificateReport(certificate: Certificate): CertificateReport {
  return {
    solver: certificate.solver,
    iterations: certificate.iterations,
    primal_residual: finite(certificate.primalResidual),
    dual_residual: finite(certificate.dualResidual),
    duality_gap: finite(certificate.dualityGap),
    proven_optimal: certificate.provenOptimal,
    bound: certificate.search?.bound ?? null,
    nodes: certificate.search?.nodes ?? null,
  };
}

function finite(residual: number): number | null {
  return Number.isFinite(residual) ? residual : null;
}
