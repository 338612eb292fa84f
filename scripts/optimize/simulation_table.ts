import type { SimulationDetail } from "../../src/documents/simulation_detail.ts";
import { amountCell, percentCell, textTable } from "./text_table.ts";

/**
 * Returns a simulation as text: percentiles of its terminal wealth, growth and drawdown, and the probabilities of loss,
 * ruin and goal.
 */
export function simulationTable(method: string, simulation: SimulationDetail): string {
  const { paths, horizon, terminal, cagr, max_drawdown: drawdown } = simulation;
  const shown = ["5", "25", "50", "75", "95"];
  const title = `${paths.toLocaleString("en-US")} paths of ${method} over ${horizon} periods\n`;
  const spread = textTable([
    ["percentile", ...shown],
    ["terminal wealth", ...shown.map((percentile) => amountCell(terminal.percentiles[percentile] ?? NaN))],
    ["growth a year", ...shown.map((percentile) => percentCell(cagr.percentiles[percentile]))],
    ["max drawdown", ...shown.map((percentile) => percentCell(drawdown.percentiles[percentile]))],
  ]);
  const chances = [
    `mean ${amountCell(terminal.mean)}`,
    `loss ${percentCell(simulation.probability_of_loss)}`,
    `ruin ${percentCell(simulation.probability_of_ruin)}`,
    ...simulation.probability_of_goal === null ? [] : [`goal ${percentCell(simulation.probability_of_goal)}`],
    `value at risk ${percentCell(simulation.value_at_risk)}`,
    `conditional ${percentCell(simulation.conditional_value_at_risk)}`,
  ];
  return `${title}${spread}${chances.join(", ")}\n`;
}
