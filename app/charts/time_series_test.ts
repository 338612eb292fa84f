import assert from "node:assert/strict";
import { cumulativeReturnChart } from "../../src/reports/charts/curve_charts.ts";
import { backtestOf, runResultOf } from "../../tests/support/small_results.ts";
import { describeBacktestCharts } from "../../src/reports/charts/backtest_charts.ts";
import { inMethodColours } from "./method_colours.ts";
import { columnsOf, linesOfPanels, rebased, withinRange } from "./time_series.ts";

Deno.test("a stretch of cumulative returns that begins anew compounds to the same return as the whole", () => {
  const chart = cumulativeReturnChart(runResultOf());
  assert.ok(chart !== null);
  const again = withinRange(rebased(chart, { from: 2, to: 3 }), { from: 2, to: 3 });
  chart.series.forEach(({ points }, index) => {
    const earned = (1 + points[3].y) / (1 + points[1].y) - 1;
    assert.ok(Math.abs((again.series[index].points[1].y) - earned) < 1e-12);
  });
});

Deno.test("a stretch from the first day on stays as it is", () => {
  const chart = cumulativeReturnChart(runResultOf());
  assert.ok(chart !== null);
  assert.equal(rebased(chart, { from: 0, to: 3 }), chart);
});

Deno.test("panels of drawdowns become lines with the same points, the benchmark as their reference", () => {
  const panels = describeBacktestCharts(backtestOf()).map(({ chart }) => chart).find(({ kind }) => kind === "panels");
  assert.ok(panels?.kind === "panels");
  const { series } = linesOfPanels(panels);
  assert.deepEqual(series.map(({ name, isReference }) => [name, isReference]), [
    ["min_volatility", false],
    ["equal_weight", false],
    ["NIFTY50", true],
  ]);
  assert.deepEqual(series[1].points, panels.panels[1].points);
});

Deno.test("a method keeps the colour of its place in the run in a chart of a part of the methods", () => {
  const chart = cumulativeReturnChart(runResultOf());
  assert.ok(chart !== null);
  const coloured = inMethodColours(chart, ["hrp", "equal_weight", "min_volatility"]);
  assert.deepEqual(coloured.series.map(({ name, colour }) => [name, colour]), [
    ["min_volatility", 2],
    ["equal_weight", 1],
    ["NIFTY50", undefined],
  ]);
});

Deno.test("a value that a chart cannot show is a gap in the columns of the canvas", () => {
  const points = [{ x: 1, y: 2 }, { x: 2, y: NaN }];
  const columns = columnsOf({
    kind: "line",
    title: "",
    subtitle: null,
    x: { format: "date", label: null },
    y: { format: "number", label: null },
    series: [{ name: "a", isReference: false, points }],
  });
  assert.deepEqual(columns, [[1, 2], [2, null]]);
});
