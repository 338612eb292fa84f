import { column, timesVector } from "../domain/matrix.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import type { BenchmarkChoice } from "../request/parts/benchmark.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";

/** Returns the benchmark's returns on the dates of a history; null without a benchmark or without a history. */
export function benchmarkSeries(
  benchmark: BenchmarkChoice | null,
  { assets }: Pick<OptimizationRequest, "assets">,
  history: Pick<AlignedHistory, "returns" | "benchmark"> | null,
): Float64Array | null {
  if (benchmark === null || history === null) return null;
  if (benchmark.kind === "asset") {
    const place = assets.indexOf(benchmark.asset);
    return place < 0 ? null : column(history.returns, place);
  }
  if (benchmark.kind !== "weights") return history.benchmark;
  const { weights } = benchmark;
  return timesVector(history.returns, assets.map((asset) => Object.hasOwn(weights, asset) ? weights[asset] : 0));
}

/**
 * Returns whether the benchmark's returns include dividends ("total") or not ("price"). A listed asset counts as
 * "total", because its returns come from adjusted closing prices. Null if unknown: for a benchmark of weights and for
 * the caller's own data.
 */
export function benchmarkReturnType(
  benchmark: BenchmarkChoice,
  { listed }: Pick<OptimizationRequest, "listed">,
  history: Pick<AlignedHistory, "benchmarkReturnType"> | null,
): "price" | "total" | null {
  if (benchmark.kind === "index" || benchmark.kind === "listed") return history?.benchmarkReturnType ?? null;
  return benchmark.kind === "asset" && listed ? "total" : null;
}

/** Returns the name that a benchmark has in results. */
export function benchmarkName(benchmark: BenchmarkChoice): string {
  if (benchmark.kind === "index") return benchmark.id;
  if (benchmark.kind === "prices") return benchmark.name ?? benchmark.kind;
  return benchmark.kind === "weights" ? benchmark.kind : benchmark.asset;
}
