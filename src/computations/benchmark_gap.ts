import { type BacktestRequest, rowsOfBacktest } from "../request/parts/backtest.ts";
import { benchmarkName, benchmarkSeries } from "./benchmark_series.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import type { WalkedHistory } from "./walked_history.ts";

/**
 * Returns why a backtest cannot be compared with its benchmark: assets of the benchmark have no return on a day of the
 * backtest. Null if it can.
 */
export function benchmarkGap(
  backtest: BacktestRequest,
  request: Pick<OptimizationInputs["request"], "assets">,
  history: Pick<WalkedHistory, "dates" | "returns" | "benchmark">,
): string | null {
  const { benchmark, train_window: window } = backtest;
  const series = benchmarkSeries(benchmark, request, history), { first, end } = rowsOfBacktest(backtest, history.dates);
  const gap = series?.findIndex((value, t) => t >= first + window && t < end && Number.isNaN(value)) ?? -1;
  if (benchmark === null || gap < 0) return null;
  return `Cannot compare with the benchmark "${benchmarkName(benchmark)}": it has no return on ${
    history.dates[gap]
  }, a day of the backtest; choose another benchmark, or null`;
}
