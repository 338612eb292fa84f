import type { FoundHistory, HistoryQuestion, IndexPrices } from "../../computations/align_run.ts";
import { DomainError } from "../../domain/errors.ts";
import {
  BENCHMARK_IDS,
  type BenchmarkId,
  type FetchContext,
  type MarketDataProvider,
} from "../../market_data/provider.ts";
import type { History } from "../../request/parts/history.ts";
import { loadHistory } from "./load_history.ts";

/** What is asked beside the question. */
export interface HistorySources {
  readonly marketData: MarketDataProvider;
  /** ISO 8601 UTC. */
  now(): string;
}

/**
 * The prices of listed assets and of the benchmark beside them. Throws `insufficient_history` for an asset without
 * prices in the range, `market_data_unavailable` for a benchmark that there is not, and what the provider throws.
 */
export async function findHistory(
  question: HistoryQuestion,
  { marketData, now }: HistorySources,
  signal: AbortSignal,
): Promise<FoundHistory> {
  const context = { signal, now: () => now() };
  const loaded = await loadHistory(question, marketData, context);
  return { ...loaded, index: await indexPrices(question, loaded.history, { marketData, context }) };
}

async function indexPrices(
  { benchmark, start_date: start, end_date: end }: HistoryQuestion,
  { table }: History,
  { marketData, context }: { readonly marketData: MarketDataProvider; readonly context: FetchContext },
): Promise<IndexPrices | null> {
  if (benchmark === null) return null;
  const range = { start: start ?? null, end: end ?? null };
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
