import { DomainError } from "../../domain/errors.ts";
import { type Matrix, quadraticForm, timesVector } from "../../domain/matrix.ts";
import { type Kernels, Stopped } from "../../kernels/types.ts";
import { computeMetrics } from "../../measures/mod.ts";
import type { Method } from "../../optimization/method.ts";
import type { Problem } from "../../optimization/problem.ts";
import { type Certificate, ruleKey, type Solution } from "../../optimization/solution.ts";
import type { MethodChoice } from "../method_choices.ts";
import type { CertificateReport, Figures, MethodResult, RuleReport } from "../result.ts";

/** A rule this near to a limit, in its unit, holds the answer back: well above the 1e-9 to which rules are kept. */
const BINDING_SLACK = 1e-7;
const CONFIDENCE = 0.95;

export interface MethodAnswer {
  readonly result: MethodResult;
  /** Returns of the portfolio; null without weights or without a history. */
  readonly series: Float64Array | null;
}

/** What one method answers to its problem. What it throws but `Stopped` fails this method alone. */
export function answerOf(
  { method, choice, problem }: { method: Method; choice: MethodChoice; problem: Problem },
  benchmark: Float64Array | null,
  kernels: Kernels,
): MethodAnswer {
  try {
    const solution = method.solve(problem, choice.parameters, kernels);
    return describe({ method, choice, problem }, { solution, benchmark, kernels });
  } catch (error) {
    if (error instanceof Stopped) throw error;
    const detail = error instanceof DomainError
      ? error.message
      : `Cannot solve method "${method.id}": it failed for a reason inside the service`;
    const solution: Solution = {
      status: "failed",
      detail,
      weights: null,
      objective: null,
      certificate: null,
      shadowPrices: new Map(),
    };
    return { result: withoutWeights(choice, solution), series: null };
  }
}

function describe(
  { method, choice, problem }: { method: Method; choice: MethodChoice; problem: Problem },
  { solution, benchmark, kernels }: { solution: Solution; benchmark: Float64Array | null; kernels: Kernels },
): MethodAnswer {
  const { weights } = solution;
  if (weights === null) return { result: withoutWeights(choice, solution), series: null };
  const series = problem.returns && timesVector(problem.returns, weights);
  const contributions = method.riskContributions === undefined
    ? volatilityContributions(problem.covariance, weights)
    : method.riskContributions(problem, weights, choice.parameters, kernels);
  const result: MethodResult = {
    ...withoutWeights(choice, solution),
    weights: byAsset(problem, weights),
    metrics: computeMetrics(series, metricsContext(problem, weights, benchmark), kernels.core),
    risk_contributions: contributions && byAsset(problem, contributions),
    constraint_report: reportOf(solution, weights, problem),
  };
  return { result, series };
}

function withoutWeights(choice: MethodChoice, solution: Solution): MethodResult {
  return {
    method: choice.method,
    key: choice.key,
    parameters: choice.parameters,
    status: solution.status,
    detail: solution.detail,
    objective: solution.objective && { name: solution.objective.name, value: solution.objective.value },
    weights: null,
    metrics: null,
    risk_contributions: null,
    allocation: null,
    constraint_report: null,
    certificate: solution.certificate && certificateReport(solution.certificate),
  };
}

/** A figure of each asset by its id. */
export function byAsset({ assets }: Pick<Problem, "assets">, figures: ArrayLike<number>): Figures {
  return Object.fromEntries(assets.map((asset, i) => [asset, figures[i]]));
}

/** What measures may know of a portfolio, or of one series where `weights` is null. */
export function metricsContext(
  problem: Problem,
  weights: Float64Array | null,
  benchmark: Float64Array | null,
): Parameters<typeof computeMetrics>[1] {
  return {
    riskFreeRate: problem.riskFreeRate,
    periodsPerYear: problem.periodsPerYear,
    confidence: CONFIDENCE,
    benchmark,
    portfolio: weights && {
      weights,
      expectedReturns: problem.expectedReturns,
      covariance: problem.covariance,
      startingWeights: problem.startingWeights ?? new Float64Array(weights.length),
      startingWeightOutside: problem.startingWeightOutside,
    },
  };
}

/** w_i (S w)_i / w'S w; null where the portfolio has no risk. */
function volatilityContributions(covariance: Matrix, weights: Float64Array): Float64Array | null {
  const variance = quadraticForm(covariance, weights);
  if (!(variance > 0)) return null;
  const marginal = timesVector(covariance, weights);
  return weights.map((weight, i) => weight * marginal[i] / variance);
}

function reportOf({ certificate, shadowPrices }: Solution, weights: Float64Array, problem: Problem): RuleReport[] {
  return problem.rules.flatMap((rules) => rules.evaluate(weights, problem)).map(({ family, rule, value, min, max }) => {
    const slack = Math.min(min === null ? Infinity : value - min, max === null ? Infinity : max - value);
    return {
      family,
      rule,
      value,
      min,
      max,
      slack: Number.isFinite(slack) ? slack : null,
      binding: slack <= BINDING_SLACK,
      shadow_price: certificate === null ? null : shadowPrices.get(ruleKey(family, rule)) ?? 0,
    };
  });
}

function certificateReport(certificate: Certificate): CertificateReport {
  return {
    solver: certificate.solver,
    iterations: certificate.iterations,
    primal_residual: certificate.primalResidual,
    dual_residual: certificate.dualResidual,
    duality_gap: certificate.dualityGap,
    proven_optimal: certificate.provenOptimal,
  };
}
