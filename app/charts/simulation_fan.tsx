import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type ChartedSimulation, fanChart } from "../../src/reports/charts/simulation_charts.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import { readersNotation } from "./readers_notation.ts";

/** The fan of simulated wealth over time, with what was paid in and the goal. */
export function SimulationFan({ figures }: { readonly figures: ChartedSimulation }): JSX.Element {
  const chart = useMemo(() => {
    const notation = readersNotation({ currency: figures.currency });
    return describedChart(fanChart(figures, notation), { notation });
  }, [figures]);
  return <ChartFigure chart={chart} height={420} />;
}
