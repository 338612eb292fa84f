import assert from "node:assert/strict";
import { simulationOf } from "../../../tests/support/small_results.ts";
import { type ChartedSimulation, describeSimulationCharts, simulationCharts } from "./simulation_charts.ts";

Deno.test("a simulation has a fan chart and a chart of terminal values, with the same bytes every time", () => {
  const charts = simulationCharts(simulationOf());
  assert.deepEqual(charts.map(({ name }) => name), ["fan", "terminal"]);
  assert.deepEqual(simulationCharts(structuredClone(simulationOf())), charts);
});

Deno.test("a fan chart has four bands, the widest first, and lines for the median, the money paid in and the goal", () => {
  const chart = describe("fan");
  assert.ok(chart.kind === "bands");
  assert.deepEqual(chart.bands.map(({ name }) => name), ["1 to 99 %", "5 to 95 %", "10 to 90 %", "25 to 75 %"]);
  assert.deepEqual(chart.bands[0].points[2], { x: 2, low: 90, high: 130 });
  const valuesOf = (name: string) => chart.lines.find((line) => line.name === name)?.points.map(({ y }) => y);
  assert.deepEqual(valuesOf("Median"), [100, 104, 109]);
  assert.deepEqual(valuesOf("Paid in"), [100, 102, 104]);
  assert.deepEqual(valuesOf("Goal, reached by 12 %"), [120, 120, 120]);
  assert.equal(chart.lines.filter(({ role }) => role === "example").length, 2);
});

Deno.test("charts of a simulation without a goal do not mention one", () => {
  for (const { chart } of describeSimulationCharts(simulationOf({ goal: null }))) {
    assert.doesNotMatch(JSON.stringify(chart), /Goal/);
  }
});

Deno.test("the chart of terminal values shows shares of paths, divided at the money paid in", () => {
  const chart = describe("terminal");
  assert.ok(chart.kind === "histogram");
  assert.deepEqual(chart.edges, [80, 90, 100, 110, 120, 130]);
  assert.deepEqual(chart.values, [0.1, 0.2, 0.35, 0.3, 0.05]);
  assert.deepEqual(chart.divide, { at: 104, below: "Loss: 30 % of paths", above: "No loss: 70 %" });
  assert.deepEqual(chart.markers.map(({ label }) => label), [
    "5 %: 93",
    "Median: 109",
    "95 %: 126",
    "Paid in: 104",
    "Goal: 120",
  ]);
});

Deno.test("paths that all end at the same value are one narrow bar", () => {
  const figures = simulationOf();
  const histogram = { edges: [104, 104], counts: [1000] };
  const [, { chart }] = describeSimulationCharts({ ...figures, detail: { ...figures.detail, histogram } });
  assert.ok(chart.kind === "histogram");
  assert.deepEqual([chart.edges, chart.values], [[104, 106], [1]]);
});

Deno.test("a goal far beyond every path is not marked in the chart of terminal values", () => {
  const chart = describe("terminal", { goal: 1e6 });
  assert.ok(chart.kind === "histogram");
  assert.ok(chart.markers.every(({ label }) => !label.startsWith("Goal")));
});

function describe(name: string, plan: Partial<ChartedSimulation["plan"]> = {}) {
  const found = describeSimulationCharts(simulationOf(plan)).find((one) => one.name === name);
  assert.ok(found !== undefined);
  return found.chart;
}
