import type { AssetId } from "../domain/asset.ts";
import { periodsOf } from "../domain/frequency.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";
import { COVARIANCES } from "../estimation/covariance/mod.ts";
import { type CovarianceEstimate, repairCovariance } from "../estimation/covariance/repair_covariance.ts";
import type { EstimationInputs, Estimator } from "../estimation/estimator.ts";
import { EXPECTED_RETURNS } from "../estimation/expected_returns/mod.ts";
import type { Kernels } from "../kernels/mod.ts";
import { bindRules } from "../optimization/constraints/constraint_family.ts";
import type { Benchmark, BoundRules, Problem } from "../optimization/problem.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import { type Constraints, isShort } from "../request/parts/constraints.ts";
import { estimationInputs } from "./estimation_inputs.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

/** Estimated moments of the assets of a run, per period: expected returns and covariance matrix. */
export interface Estimates {
  readonly expectedReturns: Float64Array;
  /** Covariance matrix of the asset returns, positive semidefinite up to rounding. */
  readonly covariance: CovarianceEstimate;
}

/** Type of the fields of a request on which an optimisation problem depends, beside its constraint rules. */
export type ProblemRequest = Pick<
  OptimizationInputs["request"],
  "assets" | "benchmark" | "starting_portfolio" | "frequency" | "periods_per_year" | "risk_free_rate"
>;

/** Type of the run that an optimisation problem is built from. */
export interface ProblemRun {
  readonly request: ProblemRequest;
  readonly history: Pick<AlignedHistory, "dates" | "returns" | "rowWeights" | "benchmark"> | null;
}

/** Type of the run whose moments are estimated. */
export interface EstimatedRun extends Pick<OptimizationInputs, "request" | "history"> {
  readonly sampleCovariance?: Matrix | null;
}

/**
 * Estimates the moments with the estimators of the request. The covariance comes first, because expected returns may
 * use it, and may replace it. `sampleCovariance` is that of `sharedSampleCovariance`; absent or null if there is none.
 */
export function estimate(
  { request, history, sampleCovariance = null }: EstimatedRun,
  kernels: Kernels,
): Estimates {
  const inputs = { ...estimationInputs(request, history), ...sampleCovariance === null ? {} : { sampleCovariance } };
  const { expected_returns: expectedReturns, covariance: spread } = request;
  const estimator = found(COVARIANCES.get(spread.estimator), spread.estimator);
  const estimated = estimateBy(estimator, { inputs, parameters: spread.parameters }, kernels);
  const covariance = repairCovariance(estimated, kernels.linearAlgebra, estimator.repair?.(spread.parameters));
  const means = found(EXPECTED_RETURNS.get(expectedReturns.estimator), expectedReturns.estimator);
  const known = { ...inputs, covariance: covariance.matrix }, { parameters } = expectedReturns;
  const beside = means.covarianceBeside?.(known, parameters, kernels) ?? null;
  return {
    expectedReturns: estimateBy(means, { inputs: known, parameters }, kernels),
    covariance: beside === null ? covariance : { ...covariance, matrix: beside },
  };
}

/** Estimates by pairs where the inputs have the returns that each asset has on its own. */
function estimateBy<Value>(
  estimator: Estimator<Value>,
  { inputs, parameters }: { readonly inputs: EstimationInputs; readonly parameters: unknown },
  kernels: Kernels,
): Value {
  const { available, returns, rowWeights } = inputs;
  if (rowWeights !== undefined && estimator.needsHistory) {
    if (estimator.byWeights === undefined || returns === null) {
      throw new Error(`Cannot weigh rows with estimator "${estimator.id}"`);
    }
    return estimator.byWeights({ ...inputs, returns, rowWeights }, parameters, kernels);
  }
  if (available === undefined || !estimator.needsHistory) return estimator.estimate(inputs, parameters, kernels);
  if (estimator.byPairs === undefined) throw new Error(`Cannot estimate by pairs with estimator "${estimator.id}"`);
  return estimator.byPairs({ ...inputs, available }, parameters, kernels);
}

/**
 * Builds the optimisation problem that a method solves: estimates, history, benchmark and one set of constraint rules.
 */
export function problemOf(
  { request, history }: ProblemRun,
  { expectedReturns, covariance }: Estimates,
  { constraints, kernels }: { readonly constraints: Constraints; readonly kernels: Kernels },
): Problem {
  const { assets, starting_portfolio: portfolio } = request;
  const periods = periodsOf(request);
  return {
    assets,
    returns: history?.returns ?? null,
    isUnordered: history !== null && history.dates.length === 0,
    ...history?.rowWeights === undefined ? {} : { rowWeights: history.rowWeights },
    expectedReturns,
    covariance: covariance.matrix,
    riskFreeRate: request.risk_free_rate / periods,
    periodsPerYear: periods,
    startingWeights: portfolio === undefined ? null : startingWeights(assets, portfolio),
    startingWeightOutside: portfolio === undefined ? 0 : startingWeightOutside(assets, portfolio),
    short: isShort(constraints),
    rules: boundRules(constraints),
    benchmark: benchmarkOf(request, history),
    kernels,
    warmStart: null,
  };
}

/**
 * Returns the benchmark of an optimisation problem. A benchmark that is an asset of the run is given as weights, so
 * that moments are enough to compare with it.
 */
function benchmarkOf(
  { assets, benchmark }: ProblemRequest,
  history: ProblemRun["history"],
): Benchmark | null {
  if (benchmark?.kind === "weights") return { kind: "weights", weights: weightsIn(assets, benchmark.weights) };
  if (benchmark?.kind === "asset") return { kind: "weights", weights: weightsIn(assets, { [benchmark.asset]: 1 }) };
  return history?.benchmark ? { kind: "series", returns: history.benchmark } : null;
}

/** Returns the weights of a starting portfolio in the assets of a run. */
export function startingWeights(
  assets: readonly AssetId[],
  portfolio: Readonly<Record<string, number>>,
): Float64Array {
  return weightsIn(assets, portfolio);
}

function weightsIn(assets: readonly AssetId[], weights: Readonly<Record<string, number>>): Float64Array {
  return Float64Array.from(assets, (asset) => Object.hasOwn(weights, asset) ? weights[asset] : 0);
}

/** Returns the sum of the absolute weights of a starting portfolio in assets outside the run. */
export function startingWeightOutside(
  assets: readonly AssetId[],
  portfolio: Readonly<Record<string, number>>,
): number {
  const inRun = new Set<string>(assets);
  return Object.entries(portfolio).reduce((sum, [asset, weight]) => inRun.has(asset) ? sum : sum + Math.abs(weight), 0);
}

/** Builds an optimisation problem without estimates, to check the constraint rules that need no prices. */
export function problemWithoutPrices(
  request: OptimizationInputs["request"],
  use: { readonly constraints: Constraints; readonly kernels: Kernels },
): Problem {
  const n = request.assets.length;
  const estimates = { expectedReturns: new Float64Array(n), covariance: { matrix: matrix(n, n), repair: null } };
  const problem = problemOf({ request, history: null }, estimates, use);
  return { ...problem, rules: problem.rules.filter((rules) => rules.priceFree) };
}

/** Returns the constraint rules of a request bound to their families, in the order of the list of families. */
export function boundRules(constraints: Constraints): readonly BoundRules[] {
  return [...CONSTRAINT_FAMILIES].filter(({ id }) => Object.hasOwn(constraints, id))
    .map((family) => bindRules(family, constraints[family.id]));
}

function found<Item>(item: Item | undefined, id: string): Item {
  if (item === undefined) throw new Error(`Cannot find estimator "${id}"`);
  return item;
}
