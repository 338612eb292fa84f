import { eachColumn } from "../domain/matrix.ts";
import type { Kernels } from "../kernels/mod.ts";
import { shouldStop, Stopped } from "../kernels/stop_flag.ts";
import type { Measure, MeasureContext } from "../measures/measure.ts";
import { computeMetrics } from "../measures/mod.ts";
import { riskLimits } from "../optimization/constraints/risk_limits.ts";
import type { Problem } from "../optimization/problem.ts";
import { RISK_MEASURES } from "../optimization/risk/mod.ts";
import type { Metrics } from "../documents/figures.ts";
import type { MethodResult } from "../documents/run_result.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { metricsContext, type MetricsReference } from "./method_result.ts";

/** Type of what a run measures: its request, and the results of its methods. */
export interface MeasuredRun {
  readonly request: Pick<
    OptimizationRequest,
    "asset_statistics" | "methods" | "constraints" | "efficient_frontier"
  >;
  readonly methods: readonly Pick<MethodResult, "objective">[];
}

/**
 * Computes the statistics of each asset on its own, by asset. Without a history, measures of returns are null. The
 * request says whether the statistics contain all measures, or the standard ones and those that the run uses; the
 * standard ones compare with a benchmark only where there is one. Throws `Stopped` when the run has been stopped.
 */
export function assetStatistics(
  run: MeasuredRun,
  { problem, reference }: { readonly problem: Problem; readonly reference: MetricsReference },
  kernels: Kernels,
): Readonly<Record<string, Metrics>> {
  const context = metricsContext(problem, reference), isShown = measuresOfAssets(run, context);
  const columns = problem.returns && eachColumn(problem.returns);
  return Object.fromEntries(problem.assets.map((asset) => {
    if (shouldStop()) throw new Stopped();
    return [asset, computeMetrics(columns?.next().value ?? null, { ...context, isShown }, kernels)];
  }));
}

/** Returns a function that says whether the statistics of an asset contain a measure. */
function measuresOfAssets(
  { request, methods }: MeasuredRun,
  { benchmark }: Pick<MeasureContext, "benchmark">,
): (measure: Measure) => boolean {
  if (request.asset_statistics === "all") return () => true;
  const used = measuresOfRun(request, methods);
  return ({ id, needs, isBeyondStandard }) => {
    if (needs === "benchmark" && benchmark === null) return false;
    return isBeyondStandard !== true || used.has(id);
  };
}

/** Returns the names of the measures that a run minimises, limits, divides by or draws a frontier of. */
function measuresOfRun(request: MeasuredRun["request"], methods: MeasuredRun["methods"]): ReadonlySet<string> {
  const { methods: choices, constraints, efficient_frontier: frontier } = request;
  const words = [
    ...choices.flatMap(({ parameters: { measure, risk_measure } }) => [measure, risk_measure]),
    ...[constraints, ...choices.map((choice) => choice.constraints)].flatMap(limitedMeasures),
    frontier?.measure,
  ];
  return new Set([
    ...methods.flatMap(({ objective }) => objective === null ? [] : [objective.name]),
    ...words.flatMap((word) => RISK_MEASURES.get(String(word))?.name ?? []),
  ]);
}

/** Returns the words of the measures that constraint rules limit. */
function limitedMeasures(constraints: OptimizationRequest["constraints"] | null): readonly string[] {
  return riskLimits.rules.parse(constraints?.risk_limits ?? []).map(({ measure }) => measure);
}
