import assert from "node:assert/strict";
import { backtestOf } from "../../../tests/support/small_results.ts";
import type { BacktestSection } from "../../documents/backtest_section.ts";
import { backtestCharts, describeBacktestCharts } from "./backtest_charts.ts";

Deno.test("a backtest has a chart of each kind, and one of weights for each method", () => {
  const charts = backtestCharts(backtestOf());
  assert.deepEqual(charts.map(({ name }) => name), [
    "equity",
    "drawdown",
    "rolling_volatility",
    "rolling_sharpe_ratio",
    "returns_by_year",
    "weights_min_volatility",
    "weights_equal_weight",
  ]);
  assert.deepEqual(backtestCharts(structuredClone(backtestOf())), charts);
});

Deno.test("charts of weights are numbered if a method's key cannot be a file name", () => {
  const { methods } = backtestOf();
  const keys = ["../mine", "yours"];
  const named = methods.map((method, index) => ({ ...method, key: keys[index] }));
  const names = backtestCharts(backtestOf({ methods: named })).map(({ name }) => name);
  assert.deepEqual(names.slice(-2), ["weights_1", "weights_2"]);
});

Deno.test("a backtest of fewer than two dates has no charts", () => {
  assert.deepEqual(backtestCharts(backtestOf({ dates: ["2024-01-01"] })), []);
});

Deno.test("the equity chart has the initial capital as baseline and is logarithmic where its range is wide", () => {
  const chart = describe("equity");
  assert.ok(chart.kind === "line");
  assert.deepEqual([chart.baseline, chart.y.isLogarithmic], [100, false]);
  assert.match(chart.subtitle ?? "", /every 2 periods, on the last 252, net of costs of 15 basis points/);
  assert.deepEqual(chart.series.map(({ name, isReference }) => [name, isReference]), [
    ["min_volatility", false],
    ["equal_weight", false],
    ["NIFTY50", true],
  ]);
  const { methods: [first] } = backtestOf();
  const grown = describe("equity", { methods: [{ ...first, equity: [100, 200, 400, 800] }] });
  assert.ok(grown.kind === "line" && grown.y.isLogarithmic);
  const ruined = describe("equity", { methods: [{ ...first, equity: [100, 800, 1, 0] }] });
  assert.ok(ruined.kind === "line" && !ruined.y.isLogarithmic);
});

Deno.test("drawdowns of a backtest are drawn downwards, in a panel for each of several methods with the benchmark", () => {
  const chart = describe("drawdown");
  assert.ok(chart.kind === "panels");
  assert.deepEqual(chart.panels.map(({ name, note }) => [name, note]), [
    ["min_volatility", "at worst -3.0 %"],
    ["equal_weight", "at worst -3.0 %"],
  ]);
  assert.deepEqual(chart.panels[0].points.map(({ y }) => y), [-0, -0, -0.03, -0]);
  assert.equal(chart.reference?.name, "NIFTY50");
  const { methods: [first] } = backtestOf();
  assert.equal(describe("drawdown", { methods: [first], benchmark: null }).kind, "area");
});

Deno.test("a rolling figure is a gap in its chart while its window is not full", () => {
  const chart = describe("rolling_volatility");
  assert.ok(chart.kind === "line");
  assert.deepEqual(chart.series[0].points.map(({ y }) => y), [NaN, 0.1, 0.2, 0.3]);
});

Deno.test("the chart of weights holds each from its rebalance to the next, with the largest assets first", () => {
  const chart = describe("weights_min_volatility");
  assert.ok(chart.kind === "stack");
  assert.deepEqual(chart.series.map(({ name, values }) => [name, values]), [
    ["NSE:GAMMA", [0.7, 0.5]],
    ["NSE:ALPHA", [0.2, 0.5]],
    ["NSE:BETA", [0.1, 0]],
  ]);
  const day = Date.parse("2023-12-28") / 86_400_000;
  assert.deepEqual(chart.edges, [day, day + 4, day + 5]);
});

Deno.test("the areas of many assets sum to 1, with the remaining assets in one area", () => {
  const { methods: [first] } = backtestOf();
  const weights = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`A${index}`, 0.04]));
  const chart = describe("weights_min_volatility", {
    methods: [{ ...first, rebalances: [{ ...first.rebalances[0], weights }] }],
  });
  assert.ok(chart.kind === "stack");
  assert.deepEqual(chart.series.map(({ isRest }) => isRest), [...new Array(16).fill(false), true]);
  // The expected sum of the chart's values has twenty-five terms of 0.04, so it is compared with a small tolerance.
  assert.ok(Math.abs(chart.series.reduce((sum, { values }) => sum + values[0], 0) - 1) < 1e-14);
});

function describe(name: string, changes: Partial<BacktestSection> = {}) {
  const found = describeBacktestCharts(backtestOf(changes)).find((one) => one.name === name);
  assert.ok(found !== undefined);
  return found.chart;
}
