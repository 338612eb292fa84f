import assert from "node:assert/strict";
import { drawRanges } from "./draw_ranges.ts";
import { pointedRanges, rangeCharts } from "./range_charts.ts";

const RANGES = {
  assets: { A: { min: 0, max: 0.4, exact: true }, B: { min: 0.1, max: 0.5, exact: false } },
  groups: {},
  linear: { pair: { min: null, max: 0.2, exact: true } },
  factors: {},
  return: null,
  volatility: { min: 0.1, max: [0.2, 0.25] as [number, number], exact: true },
};
const NONE: ReadonlySet<string> = new Set();

Deno.test("a preflight has a chart for each kind of range that it found, and none for the others", () => {
  const titles = rangeCharts(RANGES, { A: 0.3 }).map(({ title }) => title);
  assert.deepEqual(titles, ["Weights that the rules allow", "Linear rules", "Return and volatility within the rules"]);
});

Deno.test("a range that is not reached at both ends is faint, and what is held is marked among the ranges", () => {
  const [weights] = rangeCharts(RANGES, { A: 0.3 });
  const { shapes, legend } = drawRanges(weights, {});
  const bars = shapes.filter(({ shape, paint }) => shape === "rectangle" && paint === "series-0");
  assert.deepEqual(bars.map((bar) => bar.shape === "rectangle" ? bar.opacity : null).slice(-2), [undefined, 0.45]);
  assert.deepEqual(legend.map(({ name }) => name), [
    "Reached by some portfolio",
    "Nothing beyond, maybe less",
    "Held now",
  ]);
});

Deno.test("a range is read with its ends, and as the table has it; one without an end has none", () => {
  const [weights, linear] = rangeCharts(RANGES, { A: 0.3 }).map((chart) => pointedRanges(chart, 10));
  const drawing = weights.draw({}, NONE);
  const readings = drawing.spots.map((spot) => weights.readingAt(spot, drawing, NONE));
  assert.deepEqual(readings[0].lines.map(({ name, values }) => [name, values[0]]), [
    ["Least", 0],
    ["Most", 0.4],
    ["Held now", 0.3],
  ]);
  assert.deepEqual(readings[1].lines.map(({ name }) => name), ["Not below", "Not above", "Held now"]);
  assert.deepEqual(linear.table().rows, [["pair", null, 0.2, "yes"]]);
});

Deno.test("of many ranges the first are drawn, and the table has all", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`A${index}`, RANGES.assets.A]));
  const [weights] = rangeCharts({ ...RANGES, assets: many }, null).map((chart) => pointedRanges(chart, 20));
  assert.equal(weights.draw({}, NONE).spots.length, 20);
  assert.equal(weights.table().rows.length, 50);
});
