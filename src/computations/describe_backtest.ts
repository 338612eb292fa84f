import { periodsOf } from "../domain/frequency.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { MeasureContext } from "../measures/measure.ts";
import { computeMetrics, MEASURES } from "../measures/mod.ts";
import { ReturnSeries } from "../measures/return_series.ts";
import { returnsByMonth, returnsByYear } from "../simulation/backtest/calendar_returns.ts";
import { equityOf } from "../simulation/backtest/equity.ts";
import { rollingFigures } from "../simulation/backtest/rolling_figures.ts";
import type { WalkedStrategy } from "../simulation/backtest/walk_forward.ts";
import type { Metrics } from "../documents/figures.ts";
import { backtestPart, type BacktestRequest } from "../request/parts/backtest.ts";
import type {
  BacktestedMethod,
  BacktestedSeries,
  BacktestRebalance,
  BacktestSection,
} from "../documents/backtest_section.ts";
import { benchmarkName, benchmarkReturnType, benchmarkSeries } from "./benchmark_series.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import type { WalkedHistory } from "./walked_history.ts";
import { byAsset, CONFIDENCE } from "./method_result.ts";

/** Type of the inputs for describing the result of a backtest: request, history and plan. */
export interface BacktestBasis {
  readonly request: OptimizationInputs["request"];
  readonly history: WalkedHistory;
  readonly backtest: BacktestRequest;
}

/**
 * Builds the result section of a backtest, with its methods in the order of the request. Measures compare with the
 * benchmark from the first rebalance on.
 */
export function describeBacktest(
  basis: BacktestBasis,
  walked: readonly WalkedStrategy[],
  kernels: Kernels,
): BacktestSection {
  const { request, history, backtest } = basis;
  const dates = history.dates.slice(backtest.train_window);
  const whole = benchmarkSeries(backtest.benchmark, request, history);
  const benchmark = whole && whole.slice(backtest.train_window);
  const context: MeasureContext = {
    riskFreeRate: request.risk_free_rate,
    periodsPerYear: periodsOf(request),
    confidence: CONFIDENCE,
    benchmark: benchmark && new ReturnSeries(benchmark, kernels),
    portfolio: null,
  };
  const describe = (returns: Float64Array, measured: MeasureContext): BacktestedSeries =>
    seriesOf(returns, { dates, initialCapital: backtest.initial_capital, context: measured, kernels });
  return {
    config: backtestPart.config(backtest),
    dates,
    methods: walked.map((walk, i): BacktestedMethod => {
      const series = describe(walk.returns, context);
      return {
        method: backtest.methods[i].method,
        key: walk.key,
        ...series,
        metrics: { ...series.metrics, ...portfolioMetrics(walk) },
        rebalances: rebalancesOf(walk, basis),
      };
    }),
    benchmark: backtest.benchmark === null || benchmark === null ? null : {
      id: benchmarkName(backtest.benchmark),
      return_type: benchmarkReturnType(backtest.benchmark, request, history),
      ...describe(benchmark, { ...context, benchmark: null }),
      rebalances: [],
    },
  };
}

function seriesOf(
  returns: Float64Array,
  { dates, initialCapital, context, kernels }: {
    dates: readonly string[];
    initialCapital: number;
    context: MeasureContext;
    kernels: Kernels;
  },
): BacktestedSeries {
  const { window, volatility, sharpeRatio } = rollingFigures(returns, context, kernels);
  return {
    equity: Array.from(equityOf(returns, initialCapital)),
    drawdown: Array.from(kernels.measures.drawdowns(returns)),
    metrics: computeMetrics(returns, context, kernels),
    returns_by_year: returnsByYear(dates, returns),
    returns_by_month: returnsByMonth(dates, returns),
    rolling: { window, volatility, sharpe_ratio: sharpeRatio },
  };
}

/**
 * Returns the metrics of a backtested method that depend on weights, each averaged over the rebalances at which it is
 * defined. The mean turnover includes the first purchase.
 */
function portfolioMetrics({ rebalances }: WalkedStrategy): Metrics {
  const ids = [...MEASURES].filter(({ needs }) => needs === "portfolio").map(({ id }) => id);
  const means = ids.map((id) => [id, meanOf(rebalances.map(({ measures }) => measures[id] ?? null))]);
  return { ...Object.fromEntries(means), turnover: meanOf(rebalances.map(({ turnover }) => turnover)) };
}

/** Returns the mean of the numbers in a list that are not null; null if there are none. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function rebalancesOf({ rebalances }: WalkedStrategy, { request, history }: BacktestBasis): BacktestRebalance[] {
  const named = (asset: number): string => request.assets[asset];
  return rebalances.map(({ row, weights, turnover, cost, status, detail, members, sold }) => ({
    date: history.dates[row],
    weights: byAsset(request, weights),
    turnover,
    cost,
    status,
    detail,
    ...members === undefined ? {} : {
      assets: members.map(named),
      sold: sold.map((sale) => ({ asset: named(sale.asset), date: history.dates[sale.row] })),
    },
  }));
}
