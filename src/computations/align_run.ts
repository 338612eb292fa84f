import type { AlignedHistory } from "../documents/aligned_history.ts";
import type { ResultData } from "../documents/run_result.ts";
import type { Alignment } from "../estimation/alignment.ts";
import { returnsDigest } from "../estimation/returns_digest.ts";
import type { Matrix } from "../domain/matrix.ts";
import { lastPrices } from "../request/parts/allocation.ts";
import type { BenchmarkChoice } from "../request/parts/benchmark.ts";
import type { History } from "../request/parts/history.ts";
import type { OptimizationRequest } from "../request/run_request.ts";
import { alignHistory } from "./align_history.ts";

/** The prices that a run of listed assets is computed from. */
export interface HistoryQuestion extends Pick<OptimizationRequest, "assets" | "market" | "start_date" | "end_date"> {
  /** Whether closes as traded are needed beside the adjusted ones. */
  readonly closes: boolean;
  /** Null where it has no prices of its own. */
  readonly benchmark: Extract<BenchmarkChoice, { kind: "index" | "listed" }> | null;
}

/** What market data has of them. */
export interface FoundHistory {
  readonly history: History;
  readonly dropped: ResultData["dropped"];
  readonly jumps: ResultData["jumps"];
  readonly index: IndexPrices | null;
  /** Which provider answered for each asset; absent where all of it is one's. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Closes as traded on the dates of the history, NaN where missing; absent where they are not needed. */
  readonly closes?: Matrix;
}

export interface IndexPrices {
  /** On the dates of the history, NaN where missing. */
  readonly prices: Float64Array;
  readonly returnType: "price" | "total";
}

/** What market data is to be asked before a run is aligned; null where it has a history of its own, or needs none. */
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
 * The aligned history of a run, with that of its benchmark; null with moments. Throws `validation_failed` where the
 * caller's own data has too few common rows for a method, `insufficient_history` where a provider's has,
 * `too_many_rebalances` where a provider's has too many for the backtest, `methods_failed` where factors say nothing
 * beside one another on a provider's dates.
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
    data: dataOf(alignment, found),
    ...request.allocation === undefined ? {} : { closes: closesOn(alignment.report.end_date, history, found) },
  };
}

/** What the assets were last traded at on a day: of the caller's own prices they are what they are. */
function closesOn(day: string | null, { table }: History, found: FoundHistory | null): Float64Array {
  return lastPrices({ ...table, values: found?.closes ?? table.values }, day ?? undefined);
}

/** What the alignment left out, and what market data had that never reached it. */
function dataOf({ aligned, report }: Alignment, found: FoundHistory | null): ResultData {
  const dropped = [...found?.dropped ?? [], ...report.dropped].sort((a, b) =>
    a.first < b.first ? -1 : a.first > b.first ? 1 : 0
  );
  const { source, ...rest } = report;
  const sources = found?.sources === undefined ? null : { ...found.sources };
  return { source, sources, ...rest, dropped, jumps: found?.jumps ?? [], digest: returnsDigest(aligned) };
}
