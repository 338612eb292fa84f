import { ASSETS_INSIDE } from "../domain/artifact.ts";
import { currencyOf } from "../domain/asset.ts";
import { enterPhase } from "../domain/phase.ts";
import { row } from "../domain/matrix.ts";
import type { CovarianceEstimate } from "../estimation/covariance/repair_covariance.ts";
import { Stopped } from "../domain/stopped.ts";
import { shouldStop } from "../kernels/stop_flag.ts";
import type { Kernels } from "../kernels/mod.ts";
import { computeMetrics } from "../measures/mod.ts";
import type { Problem } from "../optimization/problem.ts";
import type { BacktestSection } from "../documents/backtest_section.ts";
import type { Constraints } from "../request/parts/constraints.ts";
import { describedFile } from "../documents/covariance_file.ts";
import {
  type BenchmarkResult,
  type Curves,
  type FrontierResult,
  type OptimizationResult,
  type ResultEstimates,
  UNKNOWN_TIMES,
} from "../documents/run_result.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import { rowsOfBacktest, walkForwardPlanOf } from "../request/parts/backtest.ts";
import { rebalancesOf } from "../simulation/backtest/walk_forward_plan.ts";
import { assetStatistics } from "./asset_statistics.ts";
import type { Computation, ComputationContext } from "./computation.ts";
import { drawFrontier } from "./draw_frontier.ts";
import { withCorners } from "./frontier_corners.ts";
import { type WalkedMethods, walkMethods } from "./backtest.ts";
import { benchmarkName, benchmarkReturnType, benchmarkSeries } from "./benchmark_series.ts";
import { curveOf } from "./curve.ts";
import { dataOfResult } from "./data_of_result.ts";
import { ENGINE_VERSION } from "./engine_version.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { type MethodConflict, methodConflicts, withConflicts } from "./method_conflicts.ts";
import { byAsset, type MethodAnswer, metricsContext, type MetricsReference } from "./method_result.ts";
import { estimate, type Estimates, problemOf } from "./problem_of.ts";
import { refuseConflicts } from "./refuse_conflicts.ts";
import { refuseEstimates } from "./refuse_estimates.ts";
import { type RunError, runErrorOf } from "./run_error.ts";
import { sharedSampleCovariance } from "./sample_covariance.ts";
import { solveMethods } from "./solve_methods.ts";
import { withTargetRelaxations } from "./target_relaxations.ts";

/** Result of an optimisation run, with an error if no method found weights. */
export interface OptimizationOutput {
  readonly result: OptimizationResult;
  readonly error: RunError | null;
  /** Conflicts of constraint rules, each with the methods that it makes infeasible. */
  readonly conflicts: readonly MethodConflict[];
  /** Texts of the methods' unexpected errors, for the log. */
  readonly inside: readonly string[];
}

/** Computes weights with every method of a request, then measures and certifies them. */
export const optimization: Computation<OptimizationInputs, Promise<OptimizationOutput>> = {
  async compute(inputs, { kernels, progress, ...context }) {
    const step = steps(inputs, progress);
    step("rules");
    enterPhase("rules");
    refuseEstimates(inputs.request, kernels, { isMoments: inputs.history === null });
    refuseConflicts(inputs.request, kernels, () => [
      ...inputs.request.doubtsOfRequest,
      ...inputs.history?.data.doubts ?? [],
    ]);
    step("estimates");
    enterPhase("estimate");
    const sampleCovariance = await sharedSampleCovariance(inputs, { kernels, ...context });
    const estimates = estimate({ ...inputs, sampleCovariance }, kernels);
    const reference = {
      riskFreeRate: inputs.request.risk_free_rate,
      benchmark: benchmarkSeries(inputs.request.benchmark, inputs.request, inputs.history),
    };
    const problemFor = (constraints: Constraints): Problem => problemOf(inputs, estimates, { constraints, kernels });
    const problems = inputs.request.methods.map((choice) =>
      problemFor(choice.constraints ?? inputs.request.constraints)
    );
    enterPhase("solve");
    const { methods: choices } = inputs.request;
    const onMethod = ({ key }: MethodChoice): void => step(key);
    const solved = await solveMethods(inputs, { estimates, onMethod }, { kernels, ...context });
    const conflicts = methodConflicts(inputs.request, { answers: solved, problems }, kernels);
    const told = withConflicts(solved, conflicts);
    const answers = withTargetRelaxations(told, { choices, problems, conflicts }, kernels);
    step("efficient_frontier");
    const onPoint = (): void => step("efficient_frontier");
    const drawn = { problem: problemFor(inputs.request.constraints), estimates, onPoint };
    const { frontier: points, inside } = await drawFrontier(inputs, drawn, { kernels, ...context });
    const frontier = withCorners(points, answers, inputs.request.assets);
    step("statistics");
    const problem = problemFor({});
    const error = runErrorOf(answers, conflicts);
    enterPhase("backtest");
    const walked = error === null ? await rollingBacktest(inputs, step, { kernels, ...context }) : null;
    enterPhase("statistics");
    const { request } = inputs, methods = answers.map(({ result }) => result);
    const assets = await assetStatistics({ request, methods }, { problem, reference }, { kernels, ...context });
    const parts = {
      answers,
      estimates,
      reference,
      frontier,
      problem,
      assets,
      rollingBacktest: walked && walked.section,
    };
    return {
      result: resultOf(inputs, parts, kernels),
      error,
      conflicts,
      inside: [...answers.map((answer) => answer.inside), inside, ...walked?.inside ?? []]
        .filter((trace) => trace !== null),
    };
  },
};

/**
 * Returns a function that a run calls at the start of each step. It reports progress, and throws `Stopped` if the run
 * has been stopped. Each method, frontier point and rebalance counts as one step.
 */
function steps(inputs: OptimizationInputs, progress: ComputationContext["progress"]): Step {
  const { methods, efficient_frontier: frontier } = inputs.request;
  const halves = frontier?.branch === "both" ? 2 : 1;
  const total = methods.length + halves * (frontier?.points ?? 1) + rebalancesIn(inputs) + BESIDE;
  let begun = 0;
  return (phase) => {
    if (shouldStop()) throw new Stopped();
    progress({ phase, fraction: begun / total, until: (begun + 1) / total });
    begun++;
  };
}

/** Type of a function that reports the start of the next step of a run, with the name of its phase. */
type Step = (phase: string) => void;

/** Number of progress steps that every run has in addition to its methods: rules, estimates and statistics. */
const BESIDE = 3;

/** Returns the number of rebalances of the run's rolling backtest, over all its methods. */
function rebalancesIn({ request: { rolling_backtest: backtest }, history }: OptimizationInputs): number {
  if (backtest === undefined || history === null) return 0;
  const { first, end } = rowsOfBacktest(backtest, (history.available ?? history).dates);
  return rebalancesOf(walkForwardPlanOf(backtest), end - first) * backtest.methods.length;
}

/** Computes the rolling backtest within a run; null if the request asks for none. */
async function rollingBacktest(
  inputs: OptimizationInputs,
  step: Step,
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<WalkedMethods | null> {
  const { rolling_backtest: backtest } = inputs.request;
  if (backtest === undefined) return null;
  return await walkMethods({ ...inputs, backtest }, () => step("rolling_backtest"), context);
}

interface ResultParts {
  readonly answers: readonly MethodAnswer[];
  readonly estimates: Estimates;
  readonly reference: MetricsReference;
  readonly frontier: FrontierResult | null;
  readonly assets: OptimizationResult["assets"];
  readonly rollingBacktest: BacktestSection | null;
  /** Optimisation problem without constraint rules, used to measure the single assets and the benchmark. */
  readonly problem: Problem;
}

function resultOf(inputs: OptimizationInputs, parts: ResultParts, kernels: Kernels): OptimizationResult {
  const { request, digests } = inputs;
  const { answers, estimates, reference, frontier, problem, assets, rollingBacktest } = parts;
  return {
    run_id: null,
    market: request.market,
    currency: currencyOf(request.market),
    mode: request.starting_portfolio === undefined ? "construct" : "rebalance",
    data: dataOfResult(inputs, estimates),
    estimates: {
      expected_returns: byAsset(problem, estimates.expectedReturns),
      covariance: covarianceResult(request, estimates.covariance),
    },
    methods: answers.map(({ result }) => result),
    benchmark: benchmarkResult(inputs, parts, kernels),
    assets,
    rolling_backtest: rollingBacktest,
    monte_carlo: null,
    efficient_frontier: frontier,
    curves: curvesOf(inputs, answers, reference.benchmark),
    engine: {
      version: ENGINE_VERSION,
      schema_version: 1,
      core_digest: digests.core,
      solver_digest: digests.solver,
      seed: request.seed,
      ...UNKNOWN_TIMES,
    },
  };
}

function covarianceResult(
  { assets, estimates }: Pick<OptimizationInputs["request"], "assets" | "estimates">,
  { matrix, repair }: CovarianceEstimate,
): ResultEstimates["covariance"] {
  return {
    assets,
    matrix: assets.map((_, i) => row(matrix, i)),
    file: assets.length > ASSETS_INSIDE && estimates !== "full" ? describedFile(assets.length) : null,
    repair: repair && {
      kind: repair.kind,
      smallest_eigenvalue: repair.smallestEigenvalue,
      largest_change: repair.largestChange,
    },
  };
}

function benchmarkResult(
  { request, history }: OptimizationInputs,
  { problem, reference: { riskFreeRate, benchmark: series } }: ResultParts,
  kernels: Kernels,
): BenchmarkResult | null {
  const { benchmark } = request;
  if (benchmark === null) return null;
  const id = benchmarkName(benchmark);
  const alone = metricsContext(problem, { riskFreeRate, benchmark: null });
  const metrics = series && computeMetrics(series, alone, kernels);
  return { id, return_type: benchmarkReturnType(benchmark, request, history), metrics };
}

function curvesOf(
  { history }: OptimizationInputs,
  answers: readonly MethodAnswer[],
  benchmark: Float64Array | null,
): Curves | null {
  // Scenarios have no dates over which wealth could grow.
  if (history === null || history.dates.length === 0) return null;
  const methods = answers.flatMap(({ result, series }) =>
    series === null ? [] : [[result.key, curveOf(series)] as const]
  );
  return { dates: history.dates, methods: Object.fromEntries(methods), benchmark: benchmark && curveOf(benchmark) };
}
