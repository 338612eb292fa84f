import type { BacktestSection } from "../../../documents/backtest_section.ts";
import { percentCell } from "../cells.ts";
import { readable, type ReportCharts } from "../report_charts.ts";
import { type ReportPages, ROOM_OF_CHAPTER } from "../report_pages.ts";
import { metricTable } from "./metrics.ts";
import { addReturns } from "./period_returns.ts";

const PREFIX = "backtest_";

/** Adds the sections on the walk-forward backtest: metrics, charts, rebalances and returns. */
export function addBacktest(pages: ReportPages, section: BacktestSection, charts: ReportCharts): void {
  const { methods, benchmark } = section;
  pages.heading("Walk-forward backtest: metrics");
  pages.paragraph(planOf(section));
  pages.table(metricTable([
    ...methods.map(({ key, metrics }) => ({ title: key, metrics })),
    ...benchmark === null ? [] : [{ title: benchmark.id, metrics: benchmark.metrics }],
  ]));
  addRebalances(pages, section);
  const shown = [...charts].filter(([name]) => name.startsWith(PREFIX)).flatMap(([, chart]) => readable(chart));
  if (shown.length > 0) {
    pages.chapter("Walk-forward backtest: charts", shown);
    pages.charts(shown, { below: ROOM_OF_CHAPTER });
  }
  pages.heading("Walk-forward backtest: returns");
  addReturns(
    pages,
    [
      ...methods.map((method) => ({ name: method.key, ...method })),
      ...benchmark === null ? [] : [
        { ...benchmark, name: benchmark.id },
      ],
    ].map(({ name, returns_by_year, returns_by_month }) => ({
      name,
      byYear: returns_by_year,
      byMonth: returns_by_month,
    })),
  );
}

function planOf({ config, dates }: BacktestSection): string {
  const { train_window, rebalance_every, expanding, cost_bps, slippage_bps } = config;
  const period = dates.length === 0 ? "" : `${dates[0]} to ${dates[dates.length - 1]}. `;
  return `${period}Each portfolio is computed anew every ${rebalance_every} periods on ` +
    `${expanding ? "all periods before, at least" : "the"} ${train_window}${expanding ? "" : " periods before"}, and ` +
    `held on those after. Costs of ${cost_bps} and slippage of ${slippage_bps} basis points are taken from the returns.`;
}

function addRebalances(pages: ReportPages, { methods }: BacktestSection): void {
  pages.heading("Rebalances", 2);
  pages.table({
    columns: [
      { title: "Method", align: "start" },
      { title: "Rebalances", align: "end" },
      { title: "Without proven weights", align: "end" },
      { title: "Mean turnover", align: "end" },
      { title: "Costs, in sum", align: "end" },
    ],
    rows: methods.map(({ key, rebalances }) => {
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
      const unproven = rebalances.filter(({ status }) => status !== "optimal" && status !== "computed").length;
      return [
        key,
        String(rebalances.length),
        String(unproven),
        rebalances.length === 0
          ? "–"
          : percentCell(sum(rebalances.map(({ turnover }) => turnover)) / rebalances.length),
        percentCell(sum(rebalances.map(({ cost }) => cost))),
      ];
    }),
  });
}
