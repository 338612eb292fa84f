import type { ChartDescription } from "./chart_description.ts";
import { drawBars } from "./draw_bars.ts";
import { drawHeatmap } from "./draw_heatmap.ts";
import { drawLines } from "./draw_lines.ts";
import { drawScatter } from "./draw_scatter.ts";
import type { Drawing } from "./drawing.ts";

/** The shapes of a chart: what an output of any kind draws. The same for the same description. */
export function drawChart(chart: ChartDescription): Drawing {
  switch (chart.kind) {
    case "line":
    case "area":
      return drawLines(chart);
    case "bar":
      return drawBars(chart);
    case "scatter":
      return drawScatter(chart);
    case "heatmap":
      return drawHeatmap(chart);
  }
}
