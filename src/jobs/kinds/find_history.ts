import type { FoundHistory, HistoryQuestion, IndexPrices } from "../../computations/align_run.ts";
import { assetId } from "../../domain/asset.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { DomainError } from "../../domain/errors.ts";
import { cleanHistories } from "../../market_data/cleaning/clean_histories.ts";
import {
  BENCHMARK_IDS,
  type BenchmarkHistory,
  type BenchmarkId,
  type FetchContext,
  type MarketDataProvider,
  type PriceHistory,
} from "../../market_data/provider.ts";
import type { History } from "../../request/parts/history.ts";
import { doubtsOf, loadHistory, omittedRows } from "./load_history.ts";

/** Market data provider and clock with which price histories are loaded. */
export interface HistorySources {
  readonly marketData: MarketDataProvider;
  /** Returns the current time, ISO 8601 in UTC. */
  now(): string;
}

/**
 * Loads the prices of listed assets and of their benchmark. Throws `insufficient_history` if an asset has no prices in
 * the range, `market_data_unavailable` if the benchmark does not exist, and errors of the provider.
 */
export async function findHistory(
  question: HistoryQuestion,
  { marketData, now }: HistorySources,
  signal: AbortSignal,
): Promise<FoundHistory> {
  const context = { signal, now: () => now() };
  const loaded = await loadHistory(question, marketData, context);
  const { doubts, ...beside } = await findIndex(question, loaded.history, { marketData, context });
  return {
    ...loaded,
    index: beside.index,
    dropped: [...loaded.dropped, ...beside.dropped],
    jumps: [...loaded.jumps, ...beside.jumps],
    ...doubts === undefined ? {} : { doubts: [...loaded.doubts ?? [], ...doubts] },
  };
}

/**
 * Loads the benchmark and cleans it like an asset. Its dropped rows and price jumps are reported under the asset id
 * `benchmark`.
 */
async function findIndex(
  question: HistoryQuestion,
  { table }: History,
  sources: { readonly marketData: MarketDataProvider; readonly context: FetchContext },
): Promise<Pick<FoundHistory, "index" | "dropped" | "jumps" | "doubts">> {
  const found = await indexHistory(question, sources);
  if (found === null) return { index: null, dropped: [], jumps: [] };
  const { market } = question;
  const { histories, jumps } = market === "CUSTOM"
    ? { histories: [found], jumps: [] }
    : await cleanHistories({ market, assets: [BENCHMARK], histories: [found] }, sources.context);
  const cleaned = entryAt(histories, 0);
  const priceOf = new Map(cleaned.dates.map((date, row) => [date, cleaned.adjustedCloses[row]]));
  const index: IndexPrices = {
    prices: Float64Array.from(table.dates, (date) => priceOf.get(date) ?? NaN),
    // Adjusted closes of a stock and net asset values of a fund include distributions, so the benchmark's returns are
    // total returns.
    returnType: "returnType" in found && found.returnType === "price" ? "price" : "total",
  };
  const dropped = omittedRows([BENCHMARK], [cleaned]);
  return { index, dropped, jumps: [...jumps], ...doubtsOf([BENCHMARK], [cleaned]) };
}

const BENCHMARK = assetId("benchmark");

async function indexHistory(
  { benchmark, start_date: start, end_date: end }: HistoryQuestion,
  { marketData, context }: { readonly marketData: MarketDataProvider; readonly context: FetchContext },
): Promise<PriceHistory | BenchmarkHistory | null> {
  if (benchmark === null) return null;
  const range = { start: start ?? null, end: end ?? null };
  const found = benchmark.kind === "listed"
    ? await marketData.prices?.(benchmark.asset, range, context)
    : await marketData.benchmark?.(benchmarkId(benchmark.id), range, context);
  if (found === undefined) throw noBenchmark(benchmark.kind === "listed" ? benchmark.asset : benchmark.id);
  return found;
}

function benchmarkId(name: string): BenchmarkId {
  const id = BENCHMARK_IDS.find((one) => one === name);
  if (id === undefined) throw noBenchmark(name);
  return id;
}

function noBenchmark(name: string): DomainError {
  return new DomainError("market_data_unavailable", `Cannot find the history of benchmark "${name}"`);
}
