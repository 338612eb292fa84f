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

export interface DrawingSize {
  /** In pixels; of a chart whose height is free alone. As high as is good for it if absent. */
  readonly height?: number;
}

/** Whether a chart can be drawn at another height: the height of all others follows from what they show. */
export function hasFreeHeight({ kind }: ChartDescription): boolean {
  return kind !== "panels" && kind !== "bar" && kind !== "heatmap";
}

/** The shapes of a chart: what an output of any kind draws. The same for the same description. */
export function drawChart(chart: ChartDescription, size: DrawingSize = {}): Drawing {
  switch (chart.kind) {
    case "line":
    case "area":
      return drawLines(chart, size);
    case "panels":
      return drawPanels(chart);
    case "stack":
      return drawStack(chart, size);
    case "bands":
      return drawBands(chart, size);
    case "histogram":
      return drawHistogram(chart, size);
    case "bar":
      return drawBars(chart);
    case "scatter":
      return drawScatter(chart, size);
    case "heatmap":
      return drawHeatmap(chart);
  }
}
