import type { BacktestRequest } from "../request/parts/backtest.ts";
import { benchmarkName, benchmarkSeries } from "./benchmark_series.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import type { WalkedHistory } from "./walked_history.ts";

/**
 * Returns why a backtest cannot be compared with its benchmark: assets of the benchmark have no return on a day of the
 * backtest. Null if it can.
 */
export function benchmarkGap(
  { benchmark, train_window: window }: BacktestRequest,
  request: Pick<OptimizationInputs["request"], "assets">,
  history: Pick<WalkedHistory, "dates" | "returns" | "benchmark">,
): string | null {
  const series = benchmarkSeries(benchmark, request, history);
  const gap = series?.findIndex((value, t) => t >= window && Number.isNaN(value)) ?? -1;
  if (benchmark === null || gap < 0) return null;
  return `Cannot compare with the benchmark "${benchmarkName(benchmark)}": it has no return on ${
    history.dates[gap]
  }, a day of the backtest; choose another benchmark, or null`;
}
