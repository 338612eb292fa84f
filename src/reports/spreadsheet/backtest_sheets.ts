import type { BacktestedSeries, BacktestRebalance, BacktestSection } from "../../documents/backtest_section.ts";
import { doubtSheet } from "./doubt_sheet.ts";
import { metricFigure } from "./metric_figure.ts";
import { percent, plain, type Sheet } from "./sheet.ts";
import { type Column, titledSheet } from "./titled_sheet.ts";

/** Type of a series in the spreadsheet of a backtest: a method or the benchmark, with its title. */
interface Named {
  readonly title: string;
  readonly series: BacktestedSeries;
}

/**
 * Builds the sheets of a walk-forward backtest: metrics, curves, returns by year and month, and rebalances. The doubts
 * of a backtest within a run stand in the sheets of the run.
 */
export function backtestSheets(section: BacktestSection): readonly Sheet[] {
  const all = seriesOf(section);
  const metrics = [...new Set(all.flatMap(({ series }) => Object.keys(series.metrics)))];
  const sheets = [
    doubtSheet(section.doubts ?? []),
    titledSheet("Backtest metrics", metrics, [
      ["Metric", (id) => id],
      ...all.map(({ title, series }): Column<string> => [title, (id) => metricFigure(id, series.metrics[id])]),
    ]),
    titledSheet("Backtest curves", [...section.dates.keys()], [
      ["Date", (t) => ({ day: section.dates[t] })],
      ...all.flatMap(({ title, series }): Column<number>[] => [
        [`${title}: equity`, (t) => plain(series.equity[t])],
        [`${title}: drawdown`, (t) => percent(series.drawdown[t])],
      ]),
    ]),
    periodSheet("Backtest years", "Year", all, (series) => series.returns_by_year),
    periodSheet("Backtest months", "Month", all, (series) => series.returns_by_month),
    rebalanceSheet(section),
  ];
  return sheets.filter((sheet) => sheet !== null);
}

function seriesOf({ methods, benchmark }: BacktestSection): readonly Named[] {
  return [
    ...methods.map((series) => ({ title: series.key, series })),
    ...benchmark === null ? [] : [{ title: `benchmark ${benchmark.id}`, series: benchmark }],
  ];
}

function periodSheet(
  name: string,
  title: string,
  all: readonly Named[],
  returnsOf: (series: BacktestedSeries) => Readonly<Record<string, number | null>>,
): Sheet | null {
  const periods = [...new Set(all.flatMap(({ series }) => Object.keys(returnsOf(series))))].sort();
  return titledSheet(name, periods, [
    [title, (period) => period],
    ...all.map(({ title, series }): Column<string> => [title, (period) => percent(returnsOf(series)[period])]),
  ]);
}

function rebalanceSheet({ methods }: BacktestSection): Sheet | null {
  const rebalances = methods.flatMap(({ key, rebalances }) => rebalances.map((one) => ({ key, ...one })));
  const assets = Object.keys(rebalances[0]?.weights ?? {});
  return titledSheet<BacktestRebalance & { readonly key: string }>("Rebalances", rebalances, [
    ["Method", ({ key }) => key],
    ["Date", ({ date }) => ({ day: date })],
    ["Status", ({ status }) => status],
    ["Turnover", ({ turnover }) => percent(turnover)],
    ["Cost", ({ cost }) => percent(cost)],
    ["Detail", ({ detail }) => detail],
    ...assets.map((asset): Column<BacktestRebalance> => [asset, ({ weights }) => percent(weights[asset])]),
  ]);
}
