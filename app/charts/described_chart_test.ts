import assert from "node:assert/strict";
import { describeBacktestCharts } from "../../src/reports/charts/backtest_charts.ts";
import { describeRunCharts } from "../../src/reports/charts/run_charts.ts";
import { describeSimulationCharts } from "../../src/reports/charts/simulation_charts.ts";
import { backtestOf, runResultOf, simulationOf } from "../../tests/support/small_results.ts";
import { describedChart, type PointedDescription } from "./described_chart.ts";
import { sentenceOf } from "./interactive_chart.ts";

const CHARTS = [
  ...describeRunCharts(runResultOf()),
  ...describeBacktestCharts(backtestOf()),
  ...describeSimulationCharts(simulationOf({ goal: 120 })),
].flatMap(({ chart }): readonly PointedDescription[] =>
  chart.kind === "bar" || chart.kind === "stack" || chart.kind === "bands" || chart.kind === "histogram" ||
    chart.kind === "scatter"
    ? [chart]
    : []
);
const NONE: ReadonlySet<string> = new Set();

Deno.test("every place of every chart has a reading whose values are in the table", () => {
  for (const description of CHARTS) {
    const chart = describedChart(description);
    const drawing = chart.draw({ width: 600, isBare: true }, NONE);
    const figures = new Set(chart.table().rows.flat().filter((cell) => typeof cell === "number"));
    assert.ok(drawing.spots.length > 0, chart.title);
    for (const spot of drawing.spots) {
      const { lines } = chart.readingAt(spot, drawing, NONE);
      assert.ok(lines.length > 0, chart.title);
      for (const { values } of lines) {
        for (const value of values) assert.ok(figures.has(value), `${chart.title} ${value}`);
      }
    }
  }
});

Deno.test("a series that is hidden leaves the drawing and the readings, and the others keep their colours", () => {
  for (const description of CHARTS) {
    const chart = describedChart(description), [first] = chart.hideable;
    if (first === undefined) continue;
    const hidden = new Set([first]);
    const [whole, rest] = [chart.draw({}, NONE), chart.draw({}, hidden)];
    assert.ok(!rest.legend.some(({ name }) => name === first), chart.title);
    for (const item of rest.legend) {
      assert.deepEqual(item, whole.legend.find(({ name }) => name === item.name), `${chart.title} ${item.name}`);
    }
    for (const spot of rest.spots) {
      assert.ok(!chart.readingAt(spot, rest, hidden).lines.some(({ name }) => name === first), chart.title);
    }
  }
});

Deno.test("a reading is one sentence for a screen reader", () => {
  const bars = CHARTS.find(({ kind }) => kind === "bar");
  assert.ok(bars !== undefined);
  const chart = describedChart(bars), drawing = chart.draw({}, NONE);
  const sentence = sentenceOf(chart.readingAt(drawing.spots[0], drawing, NONE), (value) => value.toFixed(2));
  assert.equal(sentence, "NSE:GAMMA, min_volatility 0.70, equal_weight 0.33");
});
