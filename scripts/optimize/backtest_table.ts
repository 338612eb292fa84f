import { entryAt } from "../../src/domain/entry_at.ts";
import type { BacktestedMethod, BacktestSection } from "../../src/documents/backtest_section.ts";
import { numberCell, percentCell, textTable } from "./text_table.ts";

const HEAD = ["", "annual return", "volatility", "Sharpe ratio", "max drawdown", "turnover", "costs", "not rebalanced"];

/**
 * Returns the walk-forward backtest as a text table: a row for each method and for the benchmark. Turnover is the
 * average per rebalance, costs are the total.
 */
export function backtestTable({ config, dates, methods, benchmark }: BacktestSection): string {
  const bps = config.cost_bps + config.slippage_bps;
  const title = `walk-forward from ${dates[0]} to ${dates[dates.length - 1]}, ` +
    `${entryAt(methods, 0).rebalances.length} rebalances, ` +
    `${bps > 0 ? `returns net of costs of ${bps} basis points` : "returns without costs"}\n`;
  const index = benchmark === null ? [] : [[`benchmark ${benchmark.id}`, ...metricCells(benchmark), "-", "-", "-"]];
  return title + textTable([HEAD, ...methods.map(rowOf), ...index]);
}

function rowOf(method: BacktestedMethod): readonly string[] {
  const { key, rebalances } = method;
  const total = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);
  const failed = rebalances.filter(({ status }) => !CHOSEN.has(status)).length;
  return [
    key,
    ...metricCells(method),
    percentCell(total(rebalances.map(({ turnover }) => turnover)) / rebalances.length),
    percentCell(total(rebalances.map(({ cost }) => cost))),
    String(failed),
  ];
}

const CHOSEN: ReadonlySet<string> = new Set(["optimal", "computed", "not_proven"]);

function metricCells({ metrics }: Pick<BacktestedMethod, "metrics">): readonly string[] {
  return [
    percentCell(metrics.annual_return),
    percentCell(metrics.annual_volatility),
    numberCell(metrics.sharpe_ratio),
    percentCell(metrics.max_drawdown),
  ];
}
