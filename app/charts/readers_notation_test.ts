import assert from "node:assert/strict";
import { describeBacktestCharts } from "../../src/reports/charts/backtest_charts.ts";
import type { ChartDescription } from "../../src/reports/charts/chart_description.ts";
import { correlationChart } from "../../src/reports/charts/correlation_chart.ts";
import { cumulativeReturnChart } from "../../src/reports/charts/curve_charts.ts";
import { drawChart } from "../../src/reports/charts/draw_chart.ts";
import type { Notation } from "../../src/reports/charts/notation.ts";
import { weightsChart } from "../../src/reports/charts/share_charts.ts";
import { describeSimulationCharts, fanChart, terminalChart } from "../../src/reports/charts/simulation_charts.ts";
import { dayOf, scaleOf } from "../../src/reports/charts/ticks.ts";
import { backtestOf, methodResultOf, runResultOf, simulationOf } from "../../tests/support/small_results.ts";
import { describedChart } from "./described_chart.ts";
import { drawRanges } from "./draw_ranges.ts";
import { periodReturns, returnsHistogram } from "./period_returns.ts";
import { readersNotation } from "./readers_notation.ts";

const GERMAN = readersNotation({ locales: ["de-DE"], currency: "EUR" });
const INDIAN = readersNotation({ locales: ["en-IN"], currency: "INR" });
const NONE: ReadonlySet<string> = new Set();

const plain = (text: string | null): string => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ");

function labelsOf(
  range: readonly [low: number, high: number],
  format: "number" | "percent" | "date" | "amount",
  by: Notation,
) {
  return scaleOf({ format }, { low: range[0], high: range[1] }, 4, by).ticks.map(({ label }) => plain(label));
}

function textsOf(chart: ChartDescription, notation: Notation): readonly string[] {
  return drawChart(chart, { notation }).shapes.flatMap((shape) => shape.shape === "text" ? [plain(shape.text)] : []);
}

Deno.test("the labels of an axis have the reader's digits, groups, units and months", () => {
  assert.deepEqual(labelsOf([0.8, 1.2], "number", GERMAN), ["0,8", "0,9", "1,0", "1,1", "1,2"]);
  assert.deepEqual(labelsOf([0, 0.02], "percent", GERMAN), ["0,0 %", "0,5 %", "1,0 %", "1,5 %", "2,0 %"]);
  assert.deepEqual(labelsOf([0.8, 1.2], "amount", GERMAN), ["0,8", "0,9", "1,0", "1,1", "1,2"]);
  assert.deepEqual(labelsOf([5e5, 1.25e6], "amount", GERMAN), [
    "400.000",
    "600.000",
    "800.000",
    "1 Mio.",
    "1,2 Mio.",
    "1,4 Mio.",
  ]);
  assert.deepEqual(labelsOf([5e5, 1.5e6], "amount", INDIAN), ["5L", "7.5L", "10L", "12.5L", "15L"]);
  assert.deepEqual(labelsOf([0, 4e7], "amount", INDIAN), ["0", "1Cr", "2Cr", "3Cr", "4Cr"]);
  const days = [dayOf("2024-01-01"), dayOf("2024-07-01")] as const;
  assert.deepEqual(labelsOf(days, "date", GERMAN), ["Jan. 2024", "März 2024", "Mai 2024", "Juli 2024"]);
  assert.deepEqual(labelsOf([days[0], days[0] + 20], "date", GERMAN).slice(0, 2), ["04.01.2024", "11.01.2024"]);
  assert.deepEqual(labelsOf([days[0], days[0] + 20], "date", INDIAN).slice(0, 2), ["4 Jan 2024", "11 Jan 2024"]);
});

Deno.test("who reads English reads rupees in lakhs, and other numbers as their own English has them", () => {
  const american = readersNotation({ locales: ["en-US"], currency: "INR" });
  assert.deepEqual(labelsOf([5e5, 1.5e6], "amount", american), ["5L", "7.5L", "10L", "12.5L", "15L"]);
  assert.equal(american.amount(1_234_567), "12.35L");
  assert.equal(american.full(1_234_567.25, "amount"), "12,34,567.25");
  assert.equal(american.short(1_234_567.25, "amount"), "12,34,567");
  assert.equal(american.count(1_234_567), "1,234,567");
  assert.equal(american.full(1_234_567, "number"), "1,234,567");
  assert.deepEqual(labelsOf([0, 2e5], "number", american), ["0", "50,000", "100,000", "150,000", "200,000"]);
});

Deno.test("an amount that the reader's language has no unit for keeps its digits", () => {
  assert.deepEqual([12_345, 1_234_567, 93.456].map((value) => plain(GERMAN.amount(value))), [
    "12.345",
    "1,235 Mio.",
    "93,46",
  ]);
});

Deno.test("the texts of a simulation follow the reader", () => {
  const small = simulationOf({ goal: 1_250_000 });
  const figures = {
    ...small,
    detail: { ...small.detail, paths: 10_000, probability_of_goal: 0.8245, probability_of_loss: 0.0725 },
  };
  const [fan, terminal] = [fanChart(figures, GERMAN), terminalChart(figures, GERMAN)];
  assert.match(plain(fan.subtitle), /^10\.000 paths/);
  assert.deepEqual(fan.bands.map(({ name }) => plain(name))[0], "1 to 99 %");
  assert.ok(fan.lines.some(({ name }) => plain(name) === "Goal, reached by 82,45 %"));
  assert.match(plain(terminal.subtitle), /^10\.000 paths/);
  assert.deepEqual([terminal.divide?.below, terminal.divide?.above].map((text) => plain(text ?? "")), [
    "Loss: 7,25 % of paths",
    "No loss: 92,75 %",
  ]);
  assert.equal(plain(terminal.markers[0].label), "5 %: 93");
  const indian = fanChart(figures, INDIAN);
  assert.ok(indian.lines.some(({ name }) => name === "Goal, reached by 82.45%"));
  const pointed = describedChart(indian, { notation: INDIAN });
  const texts = pointed.draw({}, NONE).shapes.flatMap((shape) => shape.shape === "text" ? [shape.text] : []);
  assert.ok(texts.includes("10L"), texts.join(" | "));
  assert.ok(describeSimulationCharts(figures).some(({ chart }) => JSON.stringify(chart).includes("82.45 %")));
});

Deno.test("the texts of charts over time have days, counts and percentages as the reader writes them", () => {
  assert.equal(cumulativeReturnChart(runResultOf(), GERMAN)?.subtitle, "02.01.2024 to 05.01.2024, daily");
  assert.equal(cumulativeReturnChart(runResultOf(), INDIAN)?.subtitle, "2 Jan 2024 to 5 Jan 2024, daily");
  const section = backtestOf();
  const config = { ...section.config, train_window: 1_260, rebalance_every: 1_000, cost_bps: 2.5, slippage_bps: 0 };
  const described = describeBacktestCharts({ ...section, config }, GERMAN);
  for (const { name, chart } of described) {
    if (chart.kind === "heatmap" || chart.subtitle === null) continue;
    assert.doesNotMatch(chart.subtitle, /\d{4}-\d\d|\d{4} periods/, name);
  }
  const [equity] = described;
  const config_text = /rebalanced every 1\.000 periods, on the last 1\.260, net of costs of 2,5 basis points$/;
  assert.match(equity.chart.subtitle ?? "", config_text);
});

Deno.test("histograms of returns, ranges, folded assets and correlations have the reader's digits", () => {
  const returns = periodReturns(Array.from({ length: 1_200 }, (_, index) => Math.sin(index) / 50));
  const histogram = returnsHistogram(returns, { name: "hrp", frequency: "daily", notation: GERMAN });
  assert.match(histogram?.subtitle ?? "", /^1\.200 daily returns/);
  assert.match(plain(histogram?.markers[0].label ?? ""), /^Worst 5 %: -\d,\d\d %$/);
  assert.match(plain(histogram?.divide?.below ?? ""), /^Losses: \d\d(,\d+)? % of periods$/);
  const weights = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`A${index}`, 1 / 1_500]));
  const many = { methods: [{ ...methodResultOf("hold", [1, 0, 0]), weights }] };
  assert.equal(weightsChart(many, GERMAN)?.subtitle, "The 30 largest of 1.500 assets");
  assert.equal(weightsChart(many, GERMAN)?.categories.at(-1), "1.470 others, net");
  const map = correlationChart(runResultOf(), GERMAN);
  assert.ok(map !== null && textsOf(map, GERMAN).includes("0,15") && textsOf(map, GERMAN).includes("-0,5"));
  const ranges = drawRanges({
    title: "Linear rules",
    subtitle: null,
    value: { format: "number", label: null },
    rows: [{ name: "pair", low: 0, high: 0.8, isExact: true, mark: null }],
    markName: "Held now",
  }, { notation: GERMAN });
  assert.ok(ranges.shapes.some((shape) => shape.shape === "text" && shape.text === "0,2"));
});

Deno.test("a value that is pointed at has the reader's sign of percent", () => {
  assert.equal(plain(GERMAN.full(0.125, "percent")), "12,5 %");
  assert.equal(plain(GERMAN.full(-0.07, "percent")), "-7 %");
  assert.equal(INDIAN.full(0.125, "percent"), "12.5%");
});
