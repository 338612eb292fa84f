import type { BarChart, LineChart, PanelChart } from "../../src/reports/charts/chart_description.ts";

/**
 * Returns a chart whose series have the colours of their methods' places in the run, so that a method keeps its colour
 * in a backtest of a part of the methods. References stay grey; other names keep the colours of their places.
 */
export function inMethodColours<Chart extends BarChart | LineChart | PanelChart>(
  chart: Chart,
  keys: readonly string[],
): Chart;
export function inMethodColours(
  chart: BarChart | LineChart | PanelChart,
  keys: readonly string[],
): BarChart | LineChart | PanelChart {
  const coloured = <Series extends { readonly name: string }>(series: readonly Series[]) =>
    series.map((one) => {
      const colour = keys.indexOf(one.name);
      return colour < 0 ? one : { ...one, colour };
    });
  if (chart.kind === "panels") return { ...chart, panels: coloured(chart.panels) };
  return chart.kind === "bar"
    ? { ...chart, series: coloured(chart.series) }
    : { ...chart, series: coloured(chart.series) };
}
