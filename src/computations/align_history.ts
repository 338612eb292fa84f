import { assetId } from "../domain/asset.ts";
import type { Doubt } from "../domain/doubt.ts";
import { mixedCurrencies } from "../doubts/kinds/mixed_currencies.ts";
import { DomainError, type Fault } from "../domain/errors.ts";
import { failureCodeOf } from "../domain/failure_code.ts";
import { columnsOf, matrix } from "../domain/matrix.ts";
import { alignReturns } from "../estimation/align_returns.ts";
import type { Alignment, AlignmentOptions } from "../estimation/alignment.ts";
import { alignmentDoubts } from "../estimation/alignment_doubts.ts";
import { type HistoryFindings, historyFindings } from "../estimation/history_doubts/mod.ts";
import { ownSeries } from "../estimation/history_doubts/own_series.ts";
import { sparseSeriesDoubts } from "../estimation/history_doubts/sparse_series_doubts.ts";
import { LEAST_OBSERVATIONS } from "../estimation/least_observations.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { whyNotBacktested } from "../request/parts/backtest.ts";
import { refusedDoubts } from "../request/refused_doubts.ts";
import type { DatedKind, History } from "../request/parts/history.ts";
import type { AlignmentOfRun } from "./alignment_of_run.ts";
import { alignScenarios } from "./align_scenarios.ts";
import { alignedFactors, unsuitedEstimators } from "./aligned_estimators.ts";
import { availableDoubts } from "./available_doubts.ts";
import { benchmarkGap } from "./benchmark_gap.ts";
import { largeReturnFaults } from "./large_return_faults.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { shortPairFaults } from "./short_pair_faults.ts";
import { tooShortSeriesFaults } from "./too_short_series.ts";

/**
 * Aligns a price or return history to the returns on the dates that all assets have. Throws `validation_failed` if the
 * caller's own data has too few common returns for an estimate, a method or the backtest, or unusable returns, if its
 * factors lack the dates of the returns, or if an estimator cannot use the returns. For data of a provider, throws an
 * error with the code that `failureCodeOf` gives for the first fault instead.
 */
export function alignHistory(request: Request, own: History, index: Float64Array | null): AlignmentOfRun {
  if (own.kind === "scenarios") return alignScenarios(request, own.table);
  const history = { ...own, kind: own.kind };
  const alignment = align(request, history, index);
  requireObservations(request, history, alignment);
  refuse(history, shortSeriesFaults(alignment, { request, history, index }));
  requireWalk(request, history, alignment);
  const { aligned, available } = alignment;
  refuse(history, largeReturnFaults({ ...aligned, ...available }, history, { mayLack: available !== undefined }));
  const { factors, faults } = alignedFactors(request, alignment, history.kind);
  refuse(history, faults);
  refuse(history, unsuitedEstimators(request, { ...alignment.aligned, factors }));
  const { doubts, jumps } = historyFindingsOf(request, history, alignment);
  const all = [
    ...alignmentDoubts(alignment),
    ...availableDoubts(request, alignment),
    ...sparseBenchmarkDoubts(request, history, alignment),
    ...doubts,
  ];
  refuse(history, refusedDoubts(all, request.doubts, `/${history.kind}`));
  return { ...alignment, factors, doubts: all, jumps };
}

/** Looks at the values of a history of the caller's own. Those of a provider were looked at when they were cleaned. */
function historyFindingsOf(
  request: Request,
  history: DatedHistory,
  { aligned, available, report }: Alignment,
): HistoryFindings {
  if (history.source !== "request") return { doubts: [], jumps: [] };
  const { returns } = available ?? aligned;
  const found = historyFindings(history, request, { returns, periods: report.periods_per_year });
  if (request.currencies === undefined) return found;
  // What the names of assets say of currencies is settled by the currencies that were sent.
  return { ...found, doubts: found.doubts.filter(({ code }) => code !== mixedCurrencies.id) };
}

/** Looks whether the caller's own prices of the benchmark are farther apart than the returns of the run. */
function sparseBenchmarkDoubts(
  request: Request,
  history: DatedHistory,
  { aligned, report }: Alignment,
): readonly Doubt[] {
  const { benchmark } = aligned;
  if (history.source !== "request" || request.benchmark?.kind !== "prices" || benchmark === null) return [];
  const { dates } = history.table, prices = request.benchmark.prices;
  // Before returns of assets there is one price more.
  const values = matrix(dates.length, 1, prices.slice(prices.length - dates.length));
  const table = { dates, assets: [assetId("benchmark")], values };
  const taken = { returns: matrix(benchmark.length, 1, benchmark), periods: report.periods_per_year };
  return sparseSeriesDoubts(ownSeries({ kind: "prices", table }, request, taken));
}

type Request = OptimizationInputs["request"];

/** A history whose rows have dates. */
type DatedHistory = History & { readonly kind: DatedKind };

function align(request: Request, history: DatedHistory, index: Float64Array | null): Alignment {
  const own = request.benchmark?.kind === "prices" ? request.benchmark.prices : null;
  const prices = index ?? own;
  const options: AlignmentOptions = {
    kind: history.kind,
    frequency: request.frequency,
    source: history.source,
    ...request.partial_periods === undefined ? {} : { partialPeriods: request.partial_periods },
    use: request.historyUse,
    ...request.periods_per_year === undefined ? {} : { periodsPerYear: request.periods_per_year },
    ...request.start_date === undefined ? {} : { startDate: request.start_date },
    ...request.end_date === undefined ? {} : { endDate: request.end_date },
    ...prices === null ? {} : { benchmark: { prices } },
  };
  try {
    return alignReturns(history.table, options);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "insufficient_history") throw error;
    throw dataRefusal(history, [{ pointer: `/${history.kind}`, detail: error.message }]);
  }
}

/** Returns the faults of methods whose estimates would be made from too few returns because of one series. */
function shortSeriesFaults(
  { available, ...alignment }: Alignment,
  { request, history, index }: { request: Request; history: DatedHistory; index: Float64Array | null },
): readonly Fault[] {
  if (available !== undefined) return shortPairFaults(request, available.returns);
  return tooShortSeriesFaults(request, alignment, (name) => alignWithout(name, { request, history, index }));
}

/** Aligns a history without one of its assets, or without its benchmark. */
function alignWithout(
  name: string,
  { request, history, index }: { request: Request; history: DatedHistory; index: Float64Array | null },
): Alignment {
  const { table } = history;
  const kept = Array.from(table.assets.keys()).filter((j) => table.assets[j] !== name);
  if (kept.length === table.assets.length) return align({ ...request, benchmark: null }, history, null);
  const assets = kept.map((j) => table.assets[j]);
  return align(request, { ...history, table: { ...table, assets, values: columnsOf(table.values, kept) } }, index);
}

function requireWalk(request: Request, history: DatedHistory, { aligned, available }: Alignment): void {
  const { rolling_backtest: backtest, assets } = request, walked = available ?? aligned;
  if (backtest === undefined) return;
  const isByPairs = available !== undefined;
  const { dates } = walked;
  const why = whyNotBacktested(backtest, { observations: dates.length, dates, assets, isByPairs });
  if (why !== null) throw dataRefusal(history, [{ pointer: `/rolling_backtest/${why.field}`, detail: why.detail }]);
  const gap = isByPairs ? benchmarkGap(backtest, request, walked) : null;
  if (gap !== null) throw dataRefusal(history, [{ pointer: "/rolling_backtest/benchmark", detail: gap }]);
}

function requireObservations(request: Request, history: DatedHistory, { report, histories }: Alignment): void {
  const { observations, frequency } = report;
  const shortest = histories.reduce((a, b) => b.days < a.days ? b : a);
  const why =
    `only ${observations} ${frequency} ${observations === 1 ? "return is" : "returns are"} common to all assets, ` +
    `"${shortest.asset}" has the shortest history, ${shortest.days} ${shortest.days === 1 ? "day" : "days"} ` +
    `from ${shortest.first} to ${shortest.last}`;
  if (observations < LEAST_OBSERVATIONS) {
    const detail = `Cannot estimate from fewer than ${LEAST_OBSERVATIONS} returns: ${why}`;
    throw dataRefusal(history, [{ pointer: `/${history.kind}`, detail }]);
  }
  const faults = request.methods.flatMap(({ method, parameters }, i): Fault[] => {
    const needed = METHODS.get(method)?.needs(parameters).observations ?? 0;
    const detail = `Cannot run method "${method}": it needs ${needed} returns, ${why}`;
    return observations >= needed ? [] : [{ pointer: `/methods/${i}`, detail }];
  });
  if (faults.length > 0) throw dataRefusal(history, faults);
}

function refuse(history: DatedHistory, faults: readonly Fault[]): void {
  if (faults.length > 0) throw dataRefusal(history, faults);
}

/**
 * Returns the error for price or return data that cannot be used. Faults in the caller's own history refuse the
 * request; faults in a provider's history fail the run.
 */
function dataRefusal(history: DatedHistory, faults: readonly Fault[]): DomainError {
  const [{ pointer, detail: first }] = faults;
  if (history.source !== "request") return new DomainError(failureCodeOf(pointer), first);
  const detail = faults.length === 1 ? first : `Cannot accept the request: it has ${faults.length} faults`;
  return new DomainError("validation_failed", detail, { faults });
}
