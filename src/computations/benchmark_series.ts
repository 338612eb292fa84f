import { column, timesVector } from "../domain/matrix.ts";
import type { OptimizationRequest } from "../request/run_request.ts";
import type { BenchmarkChoice } from "../request/parts/benchmark.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";

/** Returns of a benchmark on the dates of a history; null without one, or without a history. */
export function benchmarkSeries(
  benchmark: BenchmarkChoice | null,
  { assets }: Pick<OptimizationRequest, "assets">,
  history: Pick<AlignedHistory, "returns" | "benchmark"> | null,
): Float64Array | null {
  if (benchmark === null || history === null) return null;
  if (benchmark.kind === "asset") return column(history.returns, assets.indexOf(benchmark.asset));
  if (benchmark.kind !== "weights") return history.benchmark;
  const { weights } = benchmark;
  return timesVector(history.returns, assets.map((asset) => Object.hasOwn(weights, asset) ? weights[asset] : 0));
}

/**
 * Whether the returns of a benchmark count what was paid out: those of a listed asset do, made from adjusted closes.
 * Null where that is not known: of weights, and of the caller's own data.
 */
export function benchmarkReturnType(
  benchmark: BenchmarkChoice,
  { listed }: Pick<OptimizationRequest, "listed">,
  history: AlignedHistory | null,
): "price" | "total" | null {
  if (benchmark.kind === "index" || benchmark.kind === "listed") return history?.benchmarkReturnType ?? null;
  return benchmark.kind === "asset" && listed ? "total" : null;
}

/** What a benchmark is called in results. */
export function benchmarkName(benchmark: BenchmarkChoice): string {
  if (benchmark.kind === "index") return benchmark.id;
  if (benchmark.kind === "prices") return benchmark.name ?? benchmark.kind;
  return benchmark.kind === "weights" ? benchmark.kind : benchmark.asset;
}
