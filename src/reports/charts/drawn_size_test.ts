import assert from "node:assert/strict";
import { backtestOf, runResultOf, simulationOf } from "../../../tests/support/small_results.ts";
import { describeBacktestCharts } from "./backtest_charts.ts";
import { drawChart } from "./draw_chart.ts";
import type { Drawing, Shape } from "./drawing.ts";
import { describeRunCharts } from "./run_charts.ts";
import { describeSimulationCharts } from "./simulation_charts.ts";
import { textWidth } from "./text_width.ts";

const CHARTS = [
  ...describeRunCharts(runResultOf()),
  ...describeBacktestCharts(backtestOf()),
  ...describeSimulationCharts(simulationOf()),
].map(({ chart }) => chart);

Deno.test("a chart drawn narrow and without a title keeps its shapes within the width, and has the same legend", () => {
  for (const chart of CHARTS.filter(({ kind }) => kind !== "heatmap")) {
    const [file, bare] = [drawChart(chart), drawChart(chart, { width: 320, isBare: true })];
    assert.equal(bare.width, 320, chart.title);
    assert.deepEqual(bare.legend, file.legend, chart.title);
    assert.ok(!bare.shapes.some((shape) => shape.shape === "text" && shape.text === chart.title), chart.title);
    for (const shape of bare.shapes) assert.ok(rightEndOf(shape) <= 321, `${chart.title}: ${JSON.stringify(shape)}`);
  }
});

Deno.test("the spots of a chart lie within it, in the order of their entries", () => {
  for (const chart of CHARTS) {
    const { spots, width, height } = drawChart(chart);
    for (const { x, y, width: across, height: down } of spots) {
      assert.ok(x >= -8 && y >= -8 && x + across <= width + 8 && y + down <= height + 8, chart.title);
    }
    const places = spots.map(({ series, index }) => (series ?? 0) * 1e6 + index);
    assert.deepEqual(places, places.toSorted((a, b) => a - b), chart.title);
  }
});

Deno.test("every bar, step, point and point in time of a chart has a spot", () => {
  for (const chart of CHARTS) {
    const { spots }: Drawing = drawChart(chart);
    if (chart.kind === "bar") assert.equal(spots.length, chart.categories.length);
    if (chart.kind === "stack") assert.equal(spots.length, chart.edges.length - 1);
    if (chart.kind === "histogram") assert.equal(spots.length, chart.values.length);
    if (chart.kind === "bands") assert.equal(spots.length, chart.bands[0].points.length);
    if (chart.kind === "scatter") assert.equal(spots.length, chart.series.flatMap(({ points }) => points).length);
  }
});

function rightEndOf(shape: Shape): number {
  switch (shape.shape) {
    case "rectangle":
      return shape.x + shape.width;
    case "circle":
      return shape.x;
    case "text":
      return shape.rotation === undefined ? shape.x + textWidth(shape.text, shape.size) * ENDS[shape.anchor] : shape.x;
    default:
      return shape.points.reduce((most, [x]) => Math.max(most, x), 0);
  }
}

/** Part of the width of a text that lies to the right of its anchor. */
const ENDS = { start: 1, middle: 0.5, end: 0 } as const;
