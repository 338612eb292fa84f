import type { OptimizationResult } from "../../src/documents/run_result.ts";
import { runCharts } from "../../src/reports/charts/run_charts.ts";
import { type ChartedSimulation, simulationCharts } from "../../src/reports/charts/simulation_charts.ts";
import { writeWhole } from "./write_whole.ts";

/** Results of a local run beside the optimisation that have charts. */
export interface ChartedBeside {
  /** Simulation whose charts are written as files. Null or absent without a simulation. */
  readonly simulation?: ChartedSimulation | null;
}

/**
 * Writes the charts of a result as SVG files and returns their number. Charts of the backtest begin with `backtest_`,
 * those of a simulation with `simulation_`. Throws `OutputError`.
 */
export async function writeCharts(
  folder: string,
  result: OptimizationResult,
  { simulation = null }: ChartedBeside = {},
): Promise<number> {
  const charts = [
    ...runCharts(result),
    ...simulation === null
      ? []
      : simulationCharts(simulation).map(({ name, svg }) => ({ name: `simulation_${name}`, svg })),
  ];
  for (const { name, svg } of charts) await writeWhole(`${folder.replace(/\/+$/, "")}/${name}.svg`, svg);
  return charts.length;
}
