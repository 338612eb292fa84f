import { DomainError, type Fault } from "../../domain/errors.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import { type Alignment, type AlignmentOptions, alignReturns } from "../../estimation/returns.ts";
import { returnsDigest } from "../../estimation/returns_digest.ts";
import { BENCHMARK_IDS, type BenchmarkId, type MarketDataProvider } from "../../market_data/provider.ts";
import { METHODS } from "../../optimization/methods/mod.ts";
import { whyNotBacktested } from "../backtest_request.ts";
import type { History } from "../history.ts";
import type { BenchmarkChoice, OptimizationRequest } from "../request.ts";
import type { ResultData } from "../result.ts";
import { largeReturnFaults } from "./large_return_faults.ts";
import type { AlignedHistory, OptimizationInputs } from "./inputs.ts";
import { type LoadedHistory, loadHistory } from "./load_history.ts";

/** What `prepareInputs` may use beside the request. */
export interface PrepareDependencies {
  readonly marketData: MarketDataProvider;
  /** ISO 8601 UTC. */
  now(): string;
}

/** Returns that are needed where an estimate is made of them: a variance has none of fewer. */
const LEAST_OBSERVATIONS = 2;

/**
 * The aligned history of a request, with that of its benchmark. Throws `validation_failed` where the caller's own data has too few common rows
 * for a method, `insufficient_history` where a provider's has, `too_many_rebalances` where a provider's has too many for the backtest.
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

/** The returns that are common to all assets of a history. Throws as `prepareInputs` where they are too few, or are no figures to compute with. */
export function alignHistory(request: Request, history: History, index: Float64Array | null): Alignment {
  const alignment = align(request, history, index);
  requireObservations(request, history, alignment);
  requireWalk(request, history, alignment);
  refuseLargeReturns(history, alignment);
  return alignment;
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
  const { benchmark, rollingBacktest } = request;
  return {
    ...request,
    benchmark: benchmark && withoutPrices(benchmark),
    rollingBacktest: rollingBacktest && {
      ...rollingBacktest,
      benchmark: rollingBacktest.benchmark && withoutPrices(rollingBacktest.benchmark),
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
  { benchmark, startDate, endDate }: Request,
  { table }: History,
  { marketData, now, signal }: PrepareDependencies & { signal: AbortSignal },
): Promise<IndexPrices | null> {
  if (benchmark?.kind !== "index" && benchmark?.kind !== "listed") return null;
  const range = { start: startDate, end: endDate };
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

function align(request: Request, history: History, index: Float64Array | null): Alignment {
  const own = request.benchmark?.kind === "prices" ? request.benchmark.prices : null;
  const prices = index ?? own;
  const options: AlignmentOptions = {
    kind: history.kind,
    frequency: request.frequency,
    source: history.source,
    ...request.startDate === null ? {} : { startDate: request.startDate },
    ...request.endDate === null ? {} : { endDate: request.endDate },
    ...prices === null ? {} : { benchmark: { prices } },
  };
  try {
    return alignReturns(history.table, options);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "insufficient_history") throw error;
    throw dataRefusal(history, [{ pointer: `/${history.kind}`, detail: error.message }]);
  }
}

function requireWalk({ rollingBacktest, assets }: Request, history: History, { report }: Alignment): void {
  const why = rollingBacktest && whyNotBacktested(rollingBacktest, { observations: report.observations, assets });
  if (why === null) return;
  const { field, detail } = why;
  const code = field === "rebalance_every" ? "too_many_rebalances" : "insufficient_history";
  throw dataRefusal(history, [{ pointer: `/rolling_backtest/${field}`, detail }], code);
}

function requireObservations(request: Request, history: History, { report, histories }: Alignment): void {
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
  const faults = request.methods.flatMap(({ method }, i): Fault[] => {
    const needed = METHODS.get(method)?.needs.observations ?? 0;
    const detail = `Cannot run method "${method}": it needs ${needed} returns, ${why}`;
    return observations >= needed ? [] : [{ pointer: `/methods/${i}`, detail }];
  });
  if (faults.length > 0) throw dataRefusal(history, faults);
}

function refuseLargeReturns(history: History, { aligned }: Alignment): void {
  const faults = largeReturnFaults(aligned, history);
  if (faults.length > 0) throw dataRefusal(history, faults);
}

/** The caller's own history is a fault of the request; a provider's fails the run. */
function dataRefusal(
  history: History,
  faults: readonly Fault[],
  code: "insufficient_history" | "too_many_rebalances" = "insufficient_history",
): DomainError {
  if (history.source !== "request") return new DomainError(code, faults[0].detail);
  const detail = faults.length === 1 ? faults[0].detail : `Cannot accept the request: it has ${faults.length} faults`;
  return new DomainError("validation_failed", detail, { faults });
}
