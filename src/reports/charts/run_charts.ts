import type { OptimizationResult } from "../../documents/run_result.ts";
import type { ChartDescription } from "./chart_description.ts";
import { correlationChart } from "./correlation_chart.ts";
import { cumulativeReturnChart, drawdownChart } from "./curve_charts.ts";
import { drawChart } from "./draw_chart.ts";
import { frontierChart } from "./frontier_chart.ts";
import { riskContributionsChart, weightsChart } from "./share_charts.ts";
import { svgOf } from "./svg.ts";

/** A chart of a run. */
export interface RunChart {
  readonly name: RunChartName;
  readonly svg: string;
}

export type RunChartName = keyof typeof CHARTS;

const CHARTS = {
  weights: weightsChart,
  cumulative_return: cumulativeReturnChart,
  drawdown: drawdownChart,
  frontier: frontierChart,
  risk_contributions: riskContributionsChart,
  correlation: correlationChart,
} as const;

/** The charts that a result has figures for, as SVG. The same bytes for the same result. */
export function runCharts(result: OptimizationResult): readonly RunChart[] {
  return describeRunCharts(result).map(({ name, chart }) => ({ name, svg: svgOf(drawChart(chart)) }));
}

/** What the charts of a result show; of a part that is null there is none. */
export function describeRunCharts(
  result: OptimizationResult,
): readonly { readonly name: RunChartName; readonly chart: ChartDescription }[] {
  return RUN_CHART_NAMES.flatMap((name) => {
    const chart = CHARTS[name](result);
    return chart === null ? [] : [{ name, chart }];
  });
}

/** Every chart that a run may have. */
export const RUN_CHART_NAMES: readonly RunChartName[] = [
  "weights",
  "cumulative_return",
  "drawdown",
  "frontier",
  "risk_contributions",
  "correlation",
];
