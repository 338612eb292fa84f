import type { AlignedHistory } from "../documents/aligned_history.ts";
import type { ResultData } from "../documents/run_result.ts";
import { inOrder } from "../domain/doubt.ts";
import type { Doubt } from "../domain/doubt.ts";
import { jumpDoubts } from "../doubts/jump_doubts.ts";
import { dataDoubts } from "../doubts/data_doubts.ts";
import { returnsDigest } from "../estimation/returns_digest.ts";
import type { Matrix } from "../domain/matrix.ts";
import { lastPrices } from "../request/parts/allocation.ts";
import type { BenchmarkChoice } from "../request/parts/benchmark.ts";
import type { History } from "../request/parts/history.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { alignHistory } from "./align_history.ts";
import type { AlignmentOfRun } from "./alignment_of_run.ts";

/** Type of a request to market data for the price history that a run of listed assets needs. */
export interface HistoryQuestion extends Pick<OptimizationRequest, "assets" | "market" | "start_date" | "end_date"> {
  /** Whether unadjusted closing prices are requested beside the adjusted ones. */
  readonly closes: boolean;
  /** Benchmark whose prices are requested from market data; null if the benchmark needs no prices of its own. */
  readonly benchmark: Extract<BenchmarkChoice, { kind: "index" | "listed" }> | null;
}

/**
 * Type of the answer of market data to the request for the prices of a run: the history, dropped rows, price jumps and
 * benchmark prices.
 */
export interface FoundHistory {
  readonly history: History;
  readonly dropped: ResultData["dropped"];
  readonly jumps: ResultData["jumps"];
  /** Doubts about how the prices were read; none if absent. */
  readonly doubts?: readonly Doubt[];
  readonly index: IndexPrices | null;
  /** Name of the market data provider that gave the prices of each asset; absent if one provider gave all. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Unadjusted closing prices on the dates of the history, NaN where missing; absent if the run does not need them. */
  readonly closes?: Matrix;
}

export interface IndexPrices {
  /** Benchmark prices on the dates of the asset history, NaN where missing. */
  readonly prices: Float64Array;
  readonly returnType: "price" | "total";
}

/**
 * Returns the request to market data for the prices that a run needs. Returns null if the assets of the run are not
 * listed ones.
 */
export function historyQuestion(
  { assets, market, start_date, end_date, listed, benchmark, allocation }: OptimizationRequest,
): HistoryQuestion | null {
  if (!listed) return null;
  return {
    ...{ assets, market },
    ...start_date === undefined ? {} : { start_date },
    ...end_date === undefined ? {} : { end_date },
    closes: allocation !== undefined,
    benchmark: benchmark?.kind === "index" || benchmark?.kind === "listed" ? benchmark : null,
  };
}

/**
 * Aligns the history of a run and its benchmark. Returns null for a run from moments. Throws `validation_failed` if the
 * caller's own data cannot be used, such as for too few common rows. For data of a provider, throws
 * `too_many_rebalances` if its rows give the backtest too many rebalances, `methods_failed` if a factor cannot be used
 * on the dates of the returns, and `insufficient_history` for all other faults, such as too few rows or factors that
 * lack dates.
 */
export function alignRun(
  { history: own, ...request }: OptimizationRequest,
  found: FoundHistory | null,
): AlignedHistory | null {
  const history = own ?? found?.history ?? null;
  if (history === null) return null;
  const index = found?.index ?? null;
  const alignment = alignHistory(request, history, index?.prices ?? null);
  const { dates, returns, benchmark } = alignment.aligned;
  return {
    dates,
    returns,
    benchmark,
    benchmarkReturnType: index?.returnType ?? null,
    factors: alignment.factors,
    ...alignment.available === undefined ? {} : { available: alignment.available },
    ...alignment.rowWeights === undefined ? {} : { rowWeights: alignment.rowWeights },
    data: dataOf(alignment, found),
    ...request.allocation === undefined ? {} : { closes: closesOn(alignment.report.end_date, history, found) },
  };
}

/** Returns the last traded price of each asset up to a day. Prices that the caller sent count as traded prices. */
function closesOn(day: string | null, { table }: History, found: FoundHistory | null): Float64Array {
  return lastPrices({ ...table, values: found?.closes ?? table.values }, day ?? undefined);
}

/**
 * Returns the description of the data that a run used: its source, the rows dropped by market data or by the alignment,
 * large moves of prices, and a digest of the returns.
 */
function dataOf(alignment: AlignmentOfRun, found: FoundHistory | null): ResultData {
  const { aligned, available, report: { source, ...report } } = alignment;
  const sources = found?.sources === undefined ? null : { ...found.sources };
  const digest = returnsDigest({ ...aligned, ...available });
  return { source, sources, ...report, ...cleaningOf(alignment, found), digest, doubts: doubtsOf(alignment, found) };
}

/** Returns the rows that market data and the alignment dropped, and the large moves of listed and of own prices. */
function cleaningOf(
  { report, jumps }: AlignmentOfRun,
  found: FoundHistory | null,
): Pick<ResultData, "dropped" | "jumps"> {
  const dropped = [...found?.dropped ?? [], ...report.dropped].sort((a, b) =>
    a.first < b.first ? -1 : a.first > b.first ? 1 : 0
  );
  return { dropped, jumps: [...found?.jumps ?? [], ...jumps] };
}

/** Returns every doubt about the history of a run, the most severe first. */
export function doubtsOf(alignment: AlignmentOfRun, found: FoundHistory | null): readonly Doubt[] {
  return inOrder([
    ...found?.doubts ?? [],
    ...alignment.doubts,
    ...jumpDoubts(found?.jumps ?? []),
    ...dataDoubts({ ...alignment.report, ...cleaningOf(alignment, found) }),
  ]);
}
