import assert from "node:assert/strict";
import { frontierOf, frontierPointOf, methodResultOf, runResultOf } from "../../../tests/support/small_results.ts";
import { describeRunCharts, RUN_CHART_NAMES, runCharts } from "./run_charts.ts";

const namesOf = (...changes: Parameters<typeof runResultOf>): string[] =>
  runCharts(runResultOf(...changes)).map(({ name }) => name);

Deno.test("a run with every part has six charts", () => {
  assert.deepEqual(namesOf(), [...RUN_CHART_NAMES]);
});

Deno.test("a part that a run lacks gives no chart", () => {
  assert.deepEqual(namesOf({ curves: null, efficient_frontier: null, data: null, benchmark: null }), [
    "weights",
    "risk_contributions",
    "correlation",
  ]);
  assert.deepEqual(namesOf({ methods: [], curves: null, efficient_frontier: frontierOf([]) }), ["correlation"]);
  const estimates = {
    expected_returns: { A: 0 },
    covariance: { assets: ["A"], matrix: [[1]], file: null, repair: null },
  };
  assert.deepEqual(namesOf({ methods: [], curves: null, efficient_frontier: null, estimates }), []);
});

Deno.test("charts of the same figures have the same bytes", () => {
  assert.deepEqual(runCharts(runResultOf()), runCharts(structuredClone(runResultOf())));
});

Deno.test("the points of the frontier chart are annualised from the estimates of the run", () => {
  const chart = describe("frontier");
  assert.ok(chart.kind === "scatter");
  const [, minVolatility, , assets] = chart.series;
  // The expected variance 252 w'Σw and return 252 μ'w of the portfolio are worked out by hand; only rounding of the
  // sums may differ.
  close(
    minVolatility.points[0].x,
    Math.sqrt(252 * (0.04 * 1e-4 + 0.01 * 4e-4 + 0.49 * 2.5e-5 + 2 * (0.02 * 3e-5 - 0.07 * 4e-5))),
  );
  close(minVolatility.points[0].y, 252 * (0.2 * 0.0004 + 0.1 * 0.0006 + 0.7 * 0.0002));
  close(assets.points[1].x, Math.sqrt(252 * 4e-4));
  assert.deepEqual(assets.points.map(({ label }) => label), ["NSE:ALPHA", "NSE:BETA", "NSE:GAMMA"]);
});

Deno.test("a frontier of weekly moments is annualised by 52 weeks, even where its last point has no risk", () => {
  const estimates = {
    expected_returns: { Equity: 0.002, Cash: 0.001 },
    covariance: { assets: ["Equity", "Cash"], matrix: [[9e-4, 0], [0, 0]], file: null, repair: null },
  };
  const points = [
    { return: 52 * 0.002, volatility: Math.sqrt(52 * 9e-4), weights: { Equity: 1, Cash: 0 } },
    { return: 52 * 0.001, volatility: 0, weights: { Equity: 0, Cash: 1 } },
  ].map(frontierPointOf);
  const methods = [{ ...methodResultOf("equal_weight", [0, 0, 0]), weights: { Equity: 0.5, Cash: 0.5 } }];
  const run = { data: null, curves: null, benchmark: null, estimates, methods };
  const chart = describe("frontier", { ...run, efficient_frontier: frontierOf(points) });
  assert.ok(chart.kind === "scatter");
  const [, { points: [equalWeight] }, assets] = chart.series;
  close(equalWeight.x, 0.5 * Math.sqrt(52 * 9e-4));
  close(equalWeight.y, 52 * 0.0015);
  assert.deepEqual(assets.points[1], { x: 0, y: 52 * 0.001, label: "Cash" });
  const riskless = { ...run, efficient_frontier: frontierOf([points[1], points[1]]) };
  assert.ok(!namesOf(riskless).includes("frontier"));
});

Deno.test("a frontier of a risk measure is drawn by that measure, which its axis names, and marks its two portfolios", () => {
  const points = [[0.07, 0.01], [0.09, 0.015], [0.12, 0.03]].map(([earned, risk]) => ({
    branch: "upper" as const,
    return: earned,
    volatility: 0.1,
    risk,
    weights: { "NSE:ALPHA": 1 },
  }));
  const changes = { measure: "cvar", confidence: 0.975, maximum_ratio: points[1] };
  const chart = describe("frontier", { efficient_frontier: frontierOf(points, changes) });
  assert.ok(chart.kind === "scatter");
  assert.equal(chart.x.label, "Conditional value at risk (97.5 %), per period");
  assert.deepEqual(chart.series.map(({ name, points }) => [name, points.map(({ x, y }) => [x, y])]), [
    ["Efficient frontier", [[0.01, 0.07], [0.015, 0.09], [0.03, 0.12]]],
    ["Minimum risk", [[0.01, 0.07]]],
    ["Maximum ratio", [[0.015, 0.09]]],
  ]);
  const unratioed = frontierOf(points, { measure: "mad", maximum_ratio: null });
  const other = describe("frontier", { efficient_frontier: unratioed });
  assert.ok(other.kind === "scatter");
  assert.deepEqual([other.x.label, other.series.length], ["Mean absolute deviation, per period", 2]);
  assert.equal(other.x.format, "percent");
  const deepest = describe("frontier", { efficient_frontier: frontierOf(points, { measure: "max_drawdown" }) });
  assert.ok(deepest.kind === "scatter");
  assert.equal(deepest.x.label, "Max drawdown", "a drawdown is of the whole history");
  const squared = describe("frontier", { efficient_frontier: frontierOf(points, { measure: "variance" }) });
  assert.ok(squared.kind === "scatter");
  assert.equal(squared.x.format, "number", "squares of returns are no percentages");
  const riskless = points.map((point) => ({ ...point, risk: 0 }));
  assert.ok(!namesOf({ efficient_frontier: frontierOf(riskless, { measure: "mad" }) }).includes("frontier"));
});

Deno.test("a frontier of a risk measure marks only the methods and assets whose value of that measure the run has", () => {
  const points = [0.01, 0.03].map((risk) => ({
    branch: "upper" as const,
    return: risk,
    volatility: 0.1,
    risk,
    weights: { "NSE:ALPHA": 1 },
  }));
  const metrics = { conditional_value_at_risk: 0.02, max_drawdown: 0.3, even_moment: 0.1 };
  const whole = [0, 0, 1] as const;
  const methods = [
    { ...methodResultOf("measured", whole), metrics },
    {
      ...methodResultOf("minimised", whole),
      parameters: { confidence: 0.9 },
      objective: { name: "conditional_value_at_risk", value: 0.015 },
      metrics,
    },
    {
      ...methodResultOf("deepest", whole),
      objective: { name: "max_drawdown", value: 0.25 },
      metrics: { conditional_value_at_risk: null },
    },
    { ...methodResultOf("failed", whole), weights: null, metrics: null },
  ];
  const marks = (measure: string, confidence: number | null): unknown => {
    const efficient_frontier = frontierOf(points, { measure, confidence, minimum_risk: null, maximum_ratio: null });
    const chart = describe("frontier", { efficient_frontier, methods, assets: { "NSE:BETA": metrics } });
    assert.ok(chart.kind === "scatter");
    return chart.series.slice(1).map(({ name, mark, points: [{ x, y, label }] }) => [name, mark, x, y, label]);
  };
  const earned = 100 * 0.0002;
  const asset = ["3 assets", "background points", 0.02, 100 * 0.0006, "NSE:BETA"];
  assert.deepEqual(marks("cvar", 0.95), [
    ["measured", "points", 0.02, earned, "measured"],
    ["minimised", "points", 0.02, earned, "minimised"],
    asset,
  ]);
  assert.deepEqual(marks("cvar", 0.9), [["minimised", "points", 0.015, earned, "minimised"]], "metrics are at 95 %");
  assert.deepEqual(
    marks("max_drawdown", null),
    [["deepest", "points", 0.25, earned, "deepest"]],
    "drawdowns among metrics are of compounded returns",
  );
  assert.deepEqual(marks("even_moment", null), [], "a result does not tell the order of its frontier");
});

Deno.test("drawdowns of a run are drawn downwards, with the benchmark as reference", () => {
  const chart = describe("drawdown");
  assert.ok(chart.kind === "line");
  assert.deepEqual(chart.series.map(({ name, isReference }) => [name, isReference]), [
    ["min_volatility", false],
    ["equal_weight", false],
    ["NIFTY50", true],
  ]);
  assert.deepEqual(chart.series[0].points.map(({ y }) => y), [-0, -0, -0.015, -0]);
});

Deno.test("weights of a few methods are grouped bars, with the largest asset first", () => {
  const chart = describe("weights");
  assert.ok(chart.kind === "bar");
  assert.deepEqual([chart.arrangement, chart.categories], ["grouped", ["NSE:GAMMA", "NSE:ALPHA", "NSE:BETA"]]);
  assert.deepEqual(chart.series[0].values, [0.7, 0.2, 0.1]);
});

Deno.test("risk contributions are labelled as shares of the risk that each method measures", () => {
  const chart = describe("risk_contributions");
  assert.ok(chart.kind === "bar");
  assert.equal(chart.value.label, "Share of the portfolio's risk, by each method's own measure");
});

Deno.test("weights of many methods are stacked bars that sum to 1, with the remaining assets in one part", () => {
  const assets = Array.from({ length: 15 }, (_, index) => `A${index}`);
  const weights = Object.fromEntries(assets.map((asset, index) => [asset, (index + 1) / 120]));
  const methods = ["a", "b", "c", "d"].map((key) => ({ ...methodResultOf(key, [0, 0, 0]), weights }));
  const chart = describe("weights", { methods });
  assert.ok(chart.kind === "bar" && chart.arrangement === "stacked");
  assert.deepEqual(chart.series.map(({ name }) => name), [...assets.slice(5).reverse(), "5 others, net"]);
  close(chart.series.reduce((sum, { values }) => sum + values[3], 0), 1);
});

Deno.test("correlations come from the covariance matrix, and of many assets those with the largest weights are shown", () => {
  const chart = describe("correlation");
  assert.ok(chart.kind === "heatmap");
  close(chart.values[0][1], 3e-5 / Math.sqrt(1e-4 * 4e-4));
  assert.deepEqual(chart.values.map((row, index) => row[index]), [1, 1, 1]);
  const many = Array.from({ length: 100 }, (_, index) => `A${index}`);
  const matrix = many.map((_, row) => many.map((_, column) => row === column ? 1 : 0));
  const estimates = { expected_returns: {}, covariance: { assets: many, matrix, file: null, repair: null } };
  const methods = [{ ...methodResultOf("a", [0, 0, 0]), weights: { A99: 0.5, A80: -0.5 } }];
  const largest = describe("correlation", { estimates, methods });
  assert.ok(largest.kind === "heatmap");
  assert.deepEqual(largest.names, [...many.slice(0, 58), "A80", "A99"]);
});

function describe(name: string, ...changes: Parameters<typeof runResultOf>) {
  const found = describeRunCharts(runResultOf(...changes)).find((one) => one.name === name);
  assert.ok(found !== undefined);
  return found.chart;
}

/** Test helper. Asserts that two numbers are equal up to the rounding of a short sum. */
function close(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-14, `${actual} is not ${expected}`);
}
