import { entryAt } from "../domain/entry_at.ts";
import type { Measure } from "../measures/measure.ts";
import { MEASURES } from "../measures/mod.ts";
import { riskLimits } from "../optimization/constraints/risk_limits.ts";
import type { Problem } from "../optimization/problem.ts";
import { RISK_MEASURES } from "../optimization/risk/mod.ts";
import type { Metrics } from "../documents/figures.ts";
import type { MethodResult } from "../documents/run_result.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import type { ComputationContext } from "./computation.ts";
import type { MetricsReference } from "./method_result.ts";
import { computeShares } from "./shares/compute_shares.ts";
import {
  joinedStatistics,
  type StatisticsBasis,
  statisticsShareCount,
  statisticsShares,
} from "./shares/statistics_shares.ts";

/** Type of what a run measures: its request, and the results of its methods. */
export interface MeasuredRun {
  readonly request: Pick<
    OptimizationRequest,
    "asset_statistics" | "methods" | "constraints" | "efficient_frontier"
  >;
  readonly methods: readonly Pick<MethodResult, "objective">[];
}

/**
 * Counted work of one return of an asset in its statistics, standard ones or all: about fifteen times its time, as for
 * methods.
 */
const WORK_OF_CELL = { standard: 1e-3, all: 3e-3 } as const;

/**
 * Computes the statistics of each asset on its own, by asset. Without a history, measures of returns are null. The
 * request says whether the statistics contain all measures, or the standard ones and those that the run uses; the
 * standard ones compare with a benchmark only where there is one. Throws `Stopped` when the run has been stopped.
 */
export async function assetStatistics(
  run: MeasuredRun,
  { problem, reference }: { readonly problem: Problem; readonly reference: MetricsReference },
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<Readonly<Record<string, Metrics>>> {
  const { assets, returns } = problem, basis = statisticsBasis(run, { problem, reference });
  const outputs = await computeShares(statisticsShares, {
    basis,
    count: statisticsShareCount(assets.length),
    work: WORK_OF_CELL[run.request.asset_statistics] * assets.length * (returns?.rows ?? 0),
  }, context);
  const statistics = joinedStatistics(outputs, basis.measures);
  return Object.fromEntries(assets.map((asset, i) => [asset, entryAt(statistics, i)]));
}

/** Returns what the statistics of the assets of a run are computed from. */
export function statisticsBasis(
  run: MeasuredRun,
  { problem, reference: { riskFreeRate, benchmark } }: {
    readonly problem: Pick<Problem, "assets" | "returns" | "isUnordered" | "rowWeights" | "periodsPerYear">;
    readonly reference: MetricsReference;
  },
): StatisticsBasis {
  const isShown = measuresOfAssets(run, { hasBenchmark: benchmark !== null });
  const measures = [...MEASURES].filter((measure) => measure.needs !== "portfolio" && isShown(measure))
    .map(({ id }) => id);
  const { assets: { length: assets }, returns, isUnordered = false, rowWeights, periodsPerYear } = problem;
  const ofRows = { returns, isUnordered, ...rowWeights === undefined ? {} : { rowWeights } };
  return { assets, ...ofRows, benchmark, riskFreeRate, periodsPerYear, measures };
}

/** Returns a function that says whether the statistics of an asset contain a measure. */
function measuresOfAssets(
  { request, methods }: MeasuredRun,
  { hasBenchmark }: { readonly hasBenchmark: boolean },
): (measure: Measure) => boolean {
  if (request.asset_statistics === "all") return () => true;
  const used = measuresOfRun(request, methods);
  return ({ id, needs, isBeyondStandard }) => {
    if (needs === "benchmark" && !hasBenchmark) return false;
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
