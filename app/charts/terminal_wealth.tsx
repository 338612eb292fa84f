import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type ChartedSimulation, terminalChart } from "../../src/reports/charts/simulation_charts.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import { readersNotation } from "./readers_notation.ts";

/** The histogram of simulated wealth at the end, with what was paid in and the goal. */
export function TerminalWealth({ figures }: { readonly figures: ChartedSimulation }): JSX.Element {
  const chart = useMemo(() => {
    const notation = readersNotation({ currency: figures.currency });
    return describedChart(terminalChart(figures, notation), { notation });
  }, [figures]);
  return <ChartFigure chart={chart} />;
}
