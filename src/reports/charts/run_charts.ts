import type { OptimizationResult } from "../../documents/run_result.ts";
import { withAssetColours } from "./asset_colours.ts";
import { describeBacktestCharts, type NamedChart } from "./backtest_charts.ts";
import type { ChartDescription } from "./chart_description.ts";
import { correlationChart } from "./correlation_chart.ts";
import { cumulativeReturnChart, drawdownChart } from "./curve_charts.ts";
import { drawChart } from "./draw_chart.ts";
import { frontierChart } from "./frontier_chart.ts";
import { frontierMeasure } from "./frontier_measure.ts";
import { riskContributionsChart, weightsChart } from "./share_charts.ts";
import { svgOf } from "./svg.ts";

/** Type of the name of a chart drawn from a run's own result, without its backtest. */
export type RunChartName = keyof typeof CHARTS;

const CHARTS = {
  weights: weightsChart,
  cumulative_return: cumulativeReturnChart,
  drawdown: drawdownChart,
  frontier: (result: OptimizationResult) => frontierChart(result, frontierMeasure),
  risk_contributions: riskContributionsChart,
  correlation: correlationChart,
} as const;

/**
 * Draws all charts that a run has figures for as SVG; those of a backtest within the run begin with `backtest_`. Each
 * asset has the same colour in all of them. The bytes are the same for the same result.
 */
export function runCharts(result: OptimizationResult): readonly NamedChart[] {
  const { rolling_backtest: section } = result;
  const ofBacktest = section === null ? [] : describeBacktestCharts(section);
  const described: readonly { readonly name: string; readonly chart: ChartDescription }[] = [
    ...describeRunCharts(result),
    ...ofBacktest.map(({ name, chart }) => ({ name: `backtest_${name}`, chart })),
  ];
  return withAssetColours(described).map(({ name, chart }) => ({ name, svg: svgOf(drawChart(chart)) }));
}

/** Describes the charts of a run's result except its backtest; a part of the result that is null has no chart. */
export function describeRunCharts(
  result: OptimizationResult,
): readonly { readonly name: RunChartName; readonly chart: ChartDescription }[] {
  return RUN_CHART_NAMES.flatMap((name) => {
    const chart = CHARTS[name](result);
    return chart === null ? [] : [{ name, chart }];
  });
}

/** Names of all charts that may be drawn from a run's own result, without its backtest, in order. */
export const RUN_CHART_NAMES: readonly RunChartName[] = [
  "weights",
  "cumulative_return",
  "drawdown",
  "frontier",
  "risk_contributions",
  "correlation",
];
