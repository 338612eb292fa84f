import type { Market } from "../domain/asset.ts";
import type { BenchmarkId } from "./provider.ts";

const BENCHMARKS: Readonly<Record<Market, readonly BenchmarkId[]>> = {
  IN: ["NIFTY50", "SENSEX", "BANKNIFTY"],
  MF: ["NIFTY50", "SENSEX", "BANKNIFTY"],
  US: ["SP500", "NASDAQ100"],
  CUSTOM: [],
};

/** Returns the ids of the indices that a run on the given market may use as its benchmark. */
export function benchmarksOf(market: Market): readonly BenchmarkId[] {
  return BENCHMARKS[market];
}
