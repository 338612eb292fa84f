import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import type { Conflict } from "../../src/domain/errors.ts";
import { type Frequency, periodsPerYear } from "../../src/domain/frequency.ts";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { repairCovariance } from "../../src/estimation/covariance/repair_covariance.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import { alignFactors } from "../../src/estimation/align_factors.ts";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import type { Alignment } from "../../src/estimation/alignment.ts";
import type { CovarianceEstimator } from "../../src/estimation/estimator.ts";
import type { Matrix } from "../../src/domain/matrix.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { samplePrices } from "../../src/market_data/sample_market.ts";
import { findConflict } from "../../src/optimization/conflict/find_conflict.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Benchmark, Problem } from "../../src/optimization/problem.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";
import type { Solution } from "../../src/optimization/solution.ts";
import { benchmarkWeights } from "../../src/request/parts/benchmark.ts";
import { goldenBenchmark, type GoldenCase } from "./golden.ts";
import { estimationInputsOf } from "./estimation_inputs.ts";
import { objectiveOf } from "./objectives.ts";
import { type CasePrices, loadCaseMoments, loadCasePrices, loadCaseReturns, type ReferenceCase } from "./reference.ts";
import { type Market, problemOf, solveBy, weightsOfSolution } from "./sample_problem.ts";

/**
 * A problem with an independently computed answer: a case of the reference set, or a golden case on the sample market.
 */
export type Case = ReferenceCase | GoldenCase;

/**
 * Outcome of running a reference or golden case: the case with the method that was run, its problem and its solution.
 */
export interface CaseRun {
  readonly of: Case;
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly problem: Problem;
  readonly solution: Solution;
}

/**
 * Largest amount by which returned weights may break a rule, as certificates promise. It is tighter than the tolerances
 * of the reference cases.
 */
const FEASIBILITY = 1e-9;

/**
 * Returns the first method, constraint family, measure or estimator of a case that is not registered, as a kind and an
 * id; null if all are registered.
 */
export function missingFor(of: Case): string | null {
  const { expected_returns, covariance, constraints = {} } = of.request;
  const { id: method, parameters: { measure = null } } = methodOf(of);
  if (METHODS.get(method) === undefined) return `method ${method}`;
  const family = Object.keys(constraints).find((id) => CONSTRAINT_FAMILIES.get(id) === undefined);
  if (family !== undefined) return `family ${family}`;
  if (measure !== null && RISK_MEASURES.get(String(measure)) === undefined) return `measure ${measure}`;
  const mean = expected_returns?.estimator ?? "historical_mean", spread = covariance?.estimator ?? "sample";
  if (EXPECTED_RETURNS.get(mean) === undefined) return `estimator ${mean}`;
  return COVARIANCES.get(spread) === undefined ? `estimator ${spread}` : null;
}

/** Test helper. Solves the problem of a case by the first method of its request. */
export function runCase(of: Case, kernels: Kernels): CaseRun {
  const { id: method, parameters } = methodOf(of);
  const problem = problemOfCase(of, kernels);
  return { of, method, parameters, problem, solution: solveBy(method, problem, { kernels, parameters }) };
}

/** Builds the problem of a case: aligns its history, estimates its moments and binds its rules. */
function problemOfCase(of: Case, kernels: Kernels): Problem {
  const { constraints, starting_portfolio, risk_free_rate } = of.request;
  const known = new Set(of.data.assets);
  const outside = Object.entries(starting_portfolio ?? {}).filter(([asset]) => !known.has(asset));
  return problemOf(estimatedMarket(of, kernels), {
    constraints,
    startingPortfolio: starting_portfolio,
    startingWeightOutside: outside.reduce((sum, [, weight]) => sum + Math.abs(weight), 0),
    riskFreeRate: risk_free_rate,
    benchmark: benchmarkOfCase(of),
  });
}

/**
 * Returns the benchmark of a case: weights of its assets (a single asset id counts as weight 1), or the returns of its
 * benchmark column; null without one.
 */
function benchmarkOfCase(of: Case): Benchmark | null {
  const { benchmark } = of.request;
  if (benchmark === undefined) return null;
  const given = benchmarkWeights.safeParse(typeof benchmark === "string" ? { weights: { [benchmark]: 1 } } : benchmark);
  if (given.success) {
    const weights = new Map(Object.entries(given.data.weights));
    return { kind: "weights", weights: Float64Array.from(of.data.assets, (asset) => weights.get(asset) ?? 0) };
  }
  const returns = historyOf(of).aligned.benchmark;
  return returns && { kind: "series", returns };
}

/** Returns the history and the estimated moments of a case, using the estimators of its request. */
export function estimatedMarket(of: Case, kernels: Kernels): Market {
  const { data, request } = of;
  if (data.kind === "moments" && "family" in of) {
    return { ...loadCaseMoments(of), frequency: data.frequency, returns: null };
  }
  const history = historyOf(of);
  const { assets, returns, benchmark } = history.aligned;
  assert.equal(returns.rows, data.observations, `${of.id}: rows of returns`);
  const { estimator: meanId, ...meanParameters } = { estimator: "historical_mean", ...request.expected_returns };
  const { estimator: spreadId, ...spreadParameters } = { estimator: "sample", ...request.covariance };
  const mean = EXPECTED_RETURNS.get(meanId), spread = COVARIANCES.get(spreadId);
  if (mean === undefined || spread === undefined) throw new Error(`Cannot find estimators of ${of.id}`);
  const periods = periodsPerYear(data.frequency);
  const riskFreeRate = (request.risk_free_rate ?? 0) / periods;
  const ofSpread = spread.parameters.parse(spreadParameters);
  const factors = factorsOf(spread, ofSpread, history);
  const inputs = estimationInputsOf({ assets, returns, benchmark, factors, riskFreeRate, periodsPerYear: periods });
  const estimated = spread.estimate(inputs, ofSpread, kernels);
  const { matrix: covariance } = repairCovariance(estimated, kernels.linearAlgebra);
  const known = { ...inputs, covariance }, ofMean = mean.parameters.parse(meanParameters);
  return {
    assets,
    frequency: data.frequency,
    returns,
    expectedReturns: mean.estimate(known, ofMean, kernels),
    covariance: mean.covarianceBeside?.(known, ofMean, kernels) ?? covariance,
  };
}

/**
 * Asserts that a solution agrees with the independent answer of its case. An optimum must be proven and keep every rule
 * to 1e-9, and its objective, recomputed from the weights, must not be worse than the independent one by more than the
 * case's tolerance. Weights must agree where the case calls them unique, and in cases of weights by a formula.
 */
export function assertCase({ of, method, parameters, problem, solution }: CaseRun): void {
  const { expected, tolerance } = of;
  const weights = weightsOfSolution(solution);
  assert.equal(solution.status, of.kind_of_case === "weights" ? "computed" : expected.status ?? "optimal");
  if (of.kind_of_case === "optimisation") {
    assert.equal(solution.certificate?.provenOptimal, true);
    const breach = largestBreach(weights, problem);
    assert.ok(breach <= FEASIBILITY, `A rule is broken by ${breach}`);
    const own = objectiveOf(method, weights, problem, parameters);
    const stated = solution.objective?.value ?? NaN;
    assert.ok(Math.abs(stated - own) <= 1e-12 + 1e-9 * Math.abs(own), `Objective ${stated}, by its formula ${own}`);
    const worse = shareWorse(of, own);
    assert.ok(worse <= (tolerance.objective_relative ?? 0), `Worse than the independent answer by ${worse} of it`);
  }
  if (of.kind_of_case === "weights" || expected.weights_unique === true) {
    const away = weightDifference(of, weights);
    assert.ok(away <= (tolerance.weights_absolute ?? 0), `Weights differ by ${away}`);
  }
}

/** Asserts that an infeasible case is reported as infeasible, with a smallest set of conflicting rules. */
export function assertInfeasibleCase({ of, problem, solution }: CaseRun, kernels: Kernels): void {
  assert.equal(solution.status, "infeasible");
  assert.ok(solution.detail);
  const conflict = findConflict(problem, kernels);
  assert.ok(conflict, "No conflict is named");
  assert.equal(conflict.minimum, true);
  const known = conflicts(of).filter((set) => set.length === Number(of.expected.smallest_conflict_size));
  assert.ok(known.some((set) => isNamedBy(conflict, set)), JSON.stringify(conflict));
}

/**
 * Returns by which fraction of the case's independent objective the given objective is worse; negative if it is better.
 */
export function shareWorse(of: Case, objective: number): number {
  const { objective: best, sense } = of.expected;
  if (best === undefined) throw new Error(`${of.id} has no objective`);
  return (sense === "max" ? best - objective : objective - best) / Math.abs(best);
}

/**
 * Returns the largest absolute difference between a weight and the weight of the same asset in the case's independent
 * answer; NaN if the answer lacks an asset.
 */
export function weightDifference(of: Case, weights: Float64Array): number {
  const expected = of.expected.weights ?? {};
  return of.data.assets.reduce((most, asset, i) => Math.max(most, Math.abs(weights[i] - (expected[asset] ?? NaN))), 0);
}

interface NamedRule {
  readonly family: string;
  readonly rule: string | null;
}

/**
 * Whether the service's conflict names exactly the rules of an expected set, counting all weight bounds as one rule.
 * The conflict may leave out the budget of the set, and its weight bounds if it names more than one rule.
 */
function isNamedBy(conflict: Conflict, set: readonly NamedRule[]): boolean {
  const keyOf = ({ family, rule }: NamedRule) => family === "weight_bounds" ? family : `${family} ${rule}`;
  const said = new Set(conflict.rules.map(keyOf)), right = new Set(set.map(keyOf));
  const unsaid = [...right].filter((key) => !said.has(key));
  const mayGoUnsaid = (key: string) => key === "budget null" || (key === "weight_bounds" && said.size > 1);
  return [...said].every((key) => right.has(key)) && unsaid.every(mayGoUnsaid);
}

function conflicts(of: Case): NamedRule[][] {
  const sets = of.expected.conflicts;
  if (!Array.isArray(sets)) throw new Error(`${of.id} has no conflicts`);
  return sets;
}

function methodOf({ request }: Case): { id: string; parameters: Readonly<Record<string, unknown>> } {
  const [first] = request.methods;
  if (typeof first === "string") return { id: first, parameters: {} };
  const { method, ...parameters } = first;
  return { id: method, parameters };
}

function historyOf(of: Case): Alignment {
  const frequency: Frequency = of.data.frequency;
  assert.ok(periodsPerYear(frequency));
  if (!("family" in of)) {
    const assets = of.data.assets.map(assetId);
    const { dates, prices } = samplePrices(assets, { start: of.data.start_date, end: of.data.end_date });
    const benchmark = goldenBenchmark(of, dates);
    return aligned(of, { kind: "prices", table: { dates, assets, values: prices, benchmark } });
  }
  return of.data.kind === "returns"
    ? aligned(of, { kind: "returns", table: loadCaseReturns(of) })
    : aligned(of, { kind: "prices", table: loadCasePrices(of) });
}

function aligned(
  { id, data: { frequency } }: Case,
  { kind, table: { benchmark, ...table } }: { kind: "prices" | "returns"; table: CasePrices },
): Alignment {
  const beside = benchmark === null ? {} : { benchmark: { prices: benchmark } };
  return alignReturns(table, { kind, frequency, source: id, ...beside });
}

/**
 * Returns the factor returns that a covariance estimator requires, aligned to the dates of a case; null if it requires
 * none.
 */
function factorsOf(
  estimator: CovarianceEstimator,
  parameters: unknown,
  { aligned: { dates }, report }: Alignment,
): Matrix | null {
  const series = estimator.factors?.(parameters) ?? null;
  if (series === null) return null;
  const { frequency, start_date: start } = report;
  return alignFactors(series, { dates, frequency, start: start ?? "", kind: "prices" }).factors;
}
