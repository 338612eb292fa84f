import { DomainError } from "../../domain/errors.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import type { Alignment } from "../../estimation/alignment.ts";
import { returnsDigest } from "../../estimation/returns_digest.ts";
import { BENCHMARK_IDS, type BenchmarkId, type MarketDataProvider } from "../../market_data/provider.ts";
import type { History } from "../../request/parts/history.ts";
import type { OptimizationRequest } from "../../request/run_request.ts";
import type { BenchmarkChoice } from "../../request/parts/benchmark.ts";
import type { ResultData } from "../../documents/run_result.ts";
import { alignHistory } from "../../computations/align_history.ts";
import type { OptimizationInputs } from "../../computations/optimization_inputs.ts";
import type { AlignedHistory } from "../../documents/aligned_history.ts";
import { type LoadedHistory, loadHistory } from "./load_history.ts";

/** What `prepareInputs` may use beside the request. */
export interface PrepareDependencies {
  readonly marketData: MarketDataProvider;
  /** ISO 8601 UTC. */
  now(): string;
}

/**
 * The aligned history of a request, with that of its benchmark. Throws `validation_failed` where the caller's own data
 * has too few common rows for a method, `insufficient_history` where a provider's has, `too_many_rebalances` where a
 * provider's has too many for the backtest.
 */
export async function prepareInputs(
  { history: own, ...request }: OptimizationRequest,
  dependencies: PrepareDependencies,
  signal: AbortSignal,
): Promise<OptimizationInputs> {
  const digests = await kernelDigests();
  const context = { signal, now: () => dependencies.now() };
  const loaded = request.listed ? await loadHistory(request, dependencies.marketData, context) : null;
  const history = own ?? loaded?.history ?? null;
  if (history === null) return { request, history: null, digests };
  const index = await indexPrices(request, history, { ...dependencies, signal });
  const alignment = alignHistory(request, history, index?.prices ?? null);
  const { dates, returns, benchmark } = alignment.aligned;
  const aligned: AlignedHistory = {
    dates,
    returns,
    benchmark,
    benchmarkReturnType: index?.returnType ?? null,
    data: dataOf(alignment, loaded),
  };
  return { request: detached(request), history: aligned, digests };
}

/** What the alignment left out, and what market data had that never reached it. */
function dataOf({ aligned, report }: Alignment, loaded: LoadedHistory | null): ResultData {
  const dropped = [...loaded?.dropped ?? [], ...report.dropped].sort((a, b) =>
    a.first < b.first ? -1 : a.first > b.first ? 1 : 0
  );
  return { ...report, dropped, jumps: loaded?.jumps ?? [], digest: returnsDigest(aligned) };
}

type Request = OptimizationInputs["request"];

/** The benchmark's own prices lie in its aligned returns now. */
function detached(request: Request): Request {
  const { benchmark, rolling_backtest: backtest } = request;
  return {
    ...request,
    benchmark: benchmark && withoutPrices(benchmark),
    ...backtest && {
      rolling_backtest: { ...backtest, benchmark: backtest.benchmark && withoutPrices(backtest.benchmark) },
    },
  };
}

function withoutPrices(benchmark: BenchmarkChoice): BenchmarkChoice {
  return benchmark.kind === "prices" ? { kind: "prices", prices: new Float64Array() } : benchmark;
}

interface IndexPrices {
  /** On the dates of the history, NaN where missing. */
  readonly prices: Float64Array;
  readonly returnType: "price" | "total";
}

async function indexPrices(
  { benchmark, start_date: start, end_date: end }: Request,
  { table }: History,
  { marketData, now, signal }: PrepareDependencies & { signal: AbortSignal },
): Promise<IndexPrices | null> {
  if (benchmark?.kind !== "index" && benchmark?.kind !== "listed") return null;
  const range = { start: start ?? null, end: end ?? null };
  const context = { signal, now };
  const found = benchmark.kind === "listed"
    ? await marketData.prices?.(benchmark.asset, range, context)
    : await marketData.benchmark?.(benchmarkId(benchmark.id), range, context);
  if (found === undefined) throw noBenchmark(benchmark.kind === "listed" ? benchmark.asset : benchmark.id);
  const priceOf = new Map(found.dates.map((date, row) => [date, found.adjustedCloses[row]]));
  return {
    prices: Float64Array.from(table.dates, (date) => priceOf.get(date) ?? NaN),
    // Adjusted closes of a stock and net asset values of a fund count what was paid out.
    returnType: "returnType" in found && found.returnType === "price" ? "price" : "total",
  };
}

function benchmarkId(name: string): BenchmarkId {
  const id = BENCHMARK_IDS.find((one) => one === name);
  if (id === undefined) throw noBenchmark(name);
  return id;
}

function noBenchmark(name: string): DomainError {
  return new DomainError("market_data_unavailable", `Cannot find the history of benchmark "${name}"`);
}
