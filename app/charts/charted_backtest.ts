import type { ChartedBacktest } from "../../src/reports/charts/backtest_charts.ts";
import type { BacktestSection } from "./documents.ts";

/**
 * Returns a backtest with the figures of its config that charts write above themselves. The contract leaves the config
 * open, so that a figure that is not there counts as the default of the service.
 */
export function chartedBacktest({ config, dates, methods, benchmark }: BacktestSection): ChartedBacktest {
  const number = (name: string, usual: number): number => {
    const value = config[name];
    return typeof value === "number" ? value : usual;
  };
  return {
    dates,
    methods,
    benchmark,
    config: {
      train_window: number("train_window", 252),
      rebalance_every: number("rebalance_every", 21),
      expanding: config.expanding === true,
      cost_bps: number("cost_bps", 0),
      slippage_bps: number("slippage_bps", 0),
      initial_capital: number("initial_capital", 1),
    },
  };
}
