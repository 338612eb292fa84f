import type { Market } from "../domain/asset.ts";
import type { BenchmarkId } from "./provider.ts";

const BENCHMARKS: Readonly<Record<Market, readonly BenchmarkId[]>> = {
  IN: ["NIFTY50", "SENSEX", "BANKNIFTY"],
  MF: ["NIFTY50", "SENSEX", "BANKNIFTY"],
  US: ["SP500", "NASDAQ100"],
  CUSTOM: [],
};

/** The indices that runs on a market may be measured by. */
export function benchmarksOf(market: Market): readonly BenchmarkId[] {
  return BENCHMARKS[market];
}
