import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { describeBacktestCharts } from "../../src/reports/charts/backtest_charts.ts";
import type { ChartDescription, LineChart } from "../../src/reports/charts/chart_description.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { chartedBacktest } from "./charted_backtest.ts";
import { describedChart } from "./described_chart.ts";
import type { BacktestSection } from "./documents.ts";
import { inMethodColours } from "./method_colours.ts";
import { readersNotation } from "./readers_notation.ts";
import { type TimeChart, TimeFigures } from "./time_figures.tsx";
import { linesOfPanels } from "./time_series.ts";
import { WhenSeen } from "./when_seen.tsx";

export interface BacktestChartsProps {
  readonly section: BacktestSection;
  /** Keys of the methods of the run, whose places give the colours. */
  readonly keys: readonly string[];
  /** Currency of the equity; null where it is unknown. */
  readonly currency: string | null;
}

/** The wealth, drawdown and rolling figures of a backtest, and its returns by year. */
export function BacktestCharts({ section, keys, currency }: BacktestChartsProps): JSX.Element | null {
  const notation = useMemo(() => readersNotation({ currency }), [currency]);
  const { lines, years } = useMemo(() => {
    const described = describeBacktestCharts(chartedBacktest(section), notation);
    const bars = described.map(({ chart }) => chart).find((chart) => chart.kind === "bar");
    return {
      lines: described.flatMap(({ name, chart }): readonly TimeChart[] => {
        const line = lineOf(chart);
        return line === null ? [] : [{ key: name, describe: () => inMethodColours(line, keys), height: 260 }];
      }),
      years: bars === undefined ? null : describedChart(inMethodColours(bars, keys)),
    };
  }, [section, keys, notation]);
  if (lines.length === 0) return null;
  return (
    <>
      <TimeFigures title="the backtest" charts={lines} dates={section.dates} notation={notation} />
      {years === null ? null : <WhenSeen height={400}>{() => <ChartFigure chart={years} />}</WhenSeen>}
    </>
  );
}

function lineOf(chart: ChartDescription): LineChart | null {
  if (chart.kind === "panels") return linesOfPanels(chart);
  return chart.kind === "line" || chart.kind === "area" ? chart : null;
}
