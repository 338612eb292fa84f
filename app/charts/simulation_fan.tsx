import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type ChartedSimulation, fanChart } from "../../src/reports/charts/simulation_charts.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";

/** The fan of simulated wealth over time, with what was paid in and the goal. */
export function SimulationFan({ figures }: { readonly figures: ChartedSimulation }): JSX.Element {
  const chart = useMemo(() => describedChart(fanChart(figures)), [figures]);
  return <ChartFigure chart={chart} height={420} />;
}
