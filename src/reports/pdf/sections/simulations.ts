import { describeSimulationCharts } from "../../charts/simulation_charts.ts";
import { amountCell, percentCell } from "../cells.ts";
import type { ReportFigures } from "../report_figures.ts";
import { type ReportPages, ROOM_OF_CHART } from "../report_pages.ts";

const PERCENTILES = ["5", "25", "50", "75", "95"] as const;

/** Adds the section on the run's Monte Carlo simulations; nothing where there are none. */
export function addSimulations(pages: ReportPages, { simulations }: ReportFigures): void {
  if (simulations.length === 0) return;
  pages.heading("Monte Carlo simulations", 1, { room: ROOM_OF_CHART + 40 });
  for (const simulation of simulations) {
    const { method, detail } = simulation;
    pages.heading(`${method}: ${detail.paths} paths over ${detail.horizon} periods`, 2, { room: ROOM_OF_CHART });
    pages.paragraph(chancesOf(detail));
    pages.charts(describeSimulationCharts(simulation).map(({ chart }) => chart));
    pages.table({
      columns: [
        { title: "Percentile", align: "start" },
        ...PERCENTILES.map((title) => ({ title: `${title} %`, align: "end" } as const)),
      ],
      rows: [
        ["Terminal wealth", ...PERCENTILES.map((percentile) => wealthCell(detail.terminal.percentiles[percentile]))],
        ["Growth a year", ...PERCENTILES.map((percentile) => percentCell(detail.cagr.percentiles[percentile]))],
        ["Maximum drawdown", ...PERCENTILES.map((one) => percentCell(detail.max_drawdown.percentiles[one]))],
      ],
    });
  }
}

function wealthCell(value: number | undefined): string {
  return value === undefined ? "–" : amountCell(value);
}

function chancesOf(
  { probability_of_loss, probability_of_ruin, probability_of_goal, value_at_risk, conditional_value_at_risk }:
    ReportFigures["simulations"][number]["detail"],
): string {
  return [
    `Loss ${percentCell(probability_of_loss)} of paths`,
    `ruin ${percentCell(probability_of_ruin)}`,
    ...probability_of_goal === null ? [] : [`goal ${percentCell(probability_of_goal)}`],
    `value at risk ${percentCell(value_at_risk)}`,
    `conditional ${percentCell(conditional_value_at_risk)}`,
  ].join(", ") + ".";
}
