import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { describeBacktestCharts } from "../../src/reports/charts/backtest_charts.ts";
import type { ChartDescription, LineChart } from "../../src/reports/charts/chart_description.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { chartedBacktest } from "./charted_backtest.ts";
import { describedChart } from "./described_chart.ts";
import type { BacktestSection } from "./documents.ts";
import { inMethodColours } from "./method_colours.ts";
import { TimeFigures } from "./time_figures.tsx";
import { linesOfPanels } from "./time_series.ts";

export interface BacktestChartsProps {
  readonly section: BacktestSection;
  /** Keys of the methods of the run, whose places give the colours. */
  readonly keys: readonly string[];
}

/** The wealth, drawdown and rolling figures of a backtest, and its returns by year. */
export function BacktestCharts({ section, keys }: BacktestChartsProps): JSX.Element | null {
  const { lines, years } = useMemo(() => {
    const described = describeBacktestCharts(chartedBacktest(section)).map(({ chart }) => chart);
    const bars = described.find((chart) => chart.kind === "bar");
    return {
      lines: described.flatMap(linesOf).map((chart) => ({ chart: inMethodColours(chart, keys), height: 260 })),
      years: bars === undefined ? null : describedChart(inMethodColours(bars, keys)),
    };
  }, [section, keys]);
  if (lines.length === 0) return null;
  return (
    <>
      <TimeFigures title="the backtest" charts={lines} dates={section.dates} />
      {years === null ? null : <ChartFigure chart={years} />}
    </>
  );
}

function linesOf(chart: ChartDescription): readonly LineChart[] {
  if (chart.kind === "panels") return [linesOfPanels(chart)];
  return chart.kind === "line" || chart.kind === "area" ? [chart] : [];
}
