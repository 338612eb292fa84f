import type { ChartDescription } from "./chart_description.ts";
import { drawBands } from "./draw_bands.ts";
import { drawBars } from "./draw_bars.ts";
import { drawHeatmap } from "./draw_heatmap.ts";
import { drawHistogram } from "./draw_histogram.ts";
import { drawLines } from "./draw_lines.ts";
import { drawPanels } from "./draw_panels.ts";
import { drawScatter } from "./draw_scatter.ts";
import { drawStack } from "./draw_stack.ts";
import type { Drawing } from "./drawing.ts";

/** The shapes of a chart: what an output of any kind draws. The same for the same description. */
export function drawChart(chart: ChartDescription): Drawing {
  switch (chart.kind) {
    case "line":
    case "area":
      return drawLines(chart);
    case "panels":
      return drawPanels(chart);
    case "stack":
      return drawStack(chart);
    case "bands":
      return drawBands(chart);
    case "histogram":
      return drawHistogram(chart);
    case "bar":
      return drawBars(chart);
    case "scatter":
      return drawScatter(chart);
    case "heatmap":
      return drawHeatmap(chart);
  }
}
