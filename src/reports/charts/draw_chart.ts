import type { ChartDescription } from "./chart_description.ts";
import { drawBands } from "./draw_bands.ts";
import { drawBars } from "./draw_bars.ts";
import { drawHeatmap } from "./draw_heatmap.ts";
import { drawHistogram } from "./draw_histogram.ts";
import { drawLines } from "./draw_lines.ts";
import { drawPanels } from "./draw_panels.ts";
import { drawScatter } from "./draw_scatter.ts";
import { drawStack } from "./draw_stack.ts";
import type { Drawing, DrawingSize } from "./drawing.ts";

/**
 * Whether a chart of this kind can be drawn at any height. The height of all other charts follows from their content.
 */
export function hasFreeHeight({ kind }: ChartDescription): boolean {
  return kind !== "panels" && kind !== "bar" && kind !== "heatmap";
}

/** Draws a chart as shapes that every output format can render. The result is the same for the same description. */
export function drawChart(chart: ChartDescription, size: DrawingSize = {}): Drawing {
  switch (chart.kind) {
    case "line":
    case "area":
      return drawLines(chart, size);
    case "panels":
      return drawPanels(chart, size);
    case "stack":
      return drawStack(chart, size);
    case "bands":
      return drawBands(chart, size);
    case "histogram":
      return drawHistogram(chart, size);
    case "bar":
      return drawBars(chart, size);
    case "scatter":
      return drawScatter(chart, size);
    case "heatmap":
      return drawHeatmap(chart, size);
  }
}
