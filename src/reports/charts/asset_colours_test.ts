import assert from "node:assert/strict";
import { backtestOf, methodResultOf, runResultOf } from "../../../tests/support/small_results.ts";
import { withAssetColours } from "./asset_colours.ts";
import { describeBacktestCharts } from "./backtest_charts.ts";
import type { ChartDescription } from "./chart_description.ts";
import { drawChart } from "./draw_chart.ts";
import { svgOf } from "./svg.ts";
import { runCharts } from "./run_charts.ts";

type Figures = Readonly<Record<string, number>>;

/** Test helper. Returns a stack chart of one day with a series for each given asset and one for all others. */
function stackOf(names: readonly string[]): { readonly chart: ChartDescription } {
  return {
    chart: {
      kind: "stack",
      title: "",
      subtitle: null,
      x: { format: "date", label: null },
      y: { format: "percent", label: null },
      edges: [0, 1],
      series: [
        ...names.map((name) => ({ name, values: [1], isRest: false })),
        { name: "2 others, net", values: [1], isRest: true },
      ],
    },
  };
}

function coloursOf(chart: ChartDescription): ReadonlyMap<string, number | undefined> {
  assert.ok(chart.kind === "stack" || chart.kind === "bar");
  return new Map(chart.series.filter(({ isRest }) => !isRest).map(({ name, colour }) => [name, colour]));
}

const namesFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => `A${first + i}`);

Deno.test("an asset has one colour in every chart, whatever its place in each", () => {
  const charts = withAssetColours([stackOf(["A", "B", "C"]), stackOf(["C", "A", "D"]), stackOf(["D", "B"])]);
  assert.deepEqual(charts.map(({ chart }) => Object.fromEntries(coloursOf(chart))), [
    { A: 0, B: 1, C: 2 },
    { C: 2, A: 0, D: 3 },
    { D: 3, B: 1 },
  ]);
});

Deno.test("assets share colours where there are more assets than colours, but not within one chart", () => {
  const charts = withAssetColours([0, 12, 24, 36, 30, 6].map((first) => stackOf(namesFrom(first, 16))));
  const known = new Map<string, number | undefined>();
  for (const { chart } of charts) {
    const colours = coloursOf(chart);
    assert.equal(new Set(colours.values()).size, 16);
    // Checks that assets use only the twenty available fills: ten colours, each full and faint.
    assert.ok([...colours.values()].every((colour) => colour !== undefined && colour < 20));
    for (const [asset, colour] of colours) {
      assert.equal(known.get(asset) ?? colour, colour, asset);
      known.set(asset, colour);
    }
  }
});

/**
 * Test helper. Returns the fill of each name in the legend of an SVG chart, read from the rectangle right before the
 * name.
 */
function legendOf(svg: string): Readonly<Record<string, string>> {
  const entries = svg.matchAll(
    /<rect class="(f-[a-z0-9-]+)"[^>]*?(?: fill-opacity="([\d.]+)")?\/>\s*<text[^>]*>([^<]+)</g,
  );
  return Object.fromEntries(Array.from(entries, ([, paint, opacity = "1", name]) => [name, `${paint} ${opacity}`]));
}

Deno.test("weights, risk contributions and weights over time of a run show an asset in one colour", () => {
  const weights: readonly Figures[] = [
    { "NSE:ALPHA": 0.5, "NSE:BETA": 0.3, "NSE:GAMMA": 0.2 },
    { "NSE:ALPHA": 0.1, "NSE:BETA": 0.2, "NSE:GAMMA": 0.7 },
  ];
  const methods = ["a", "b", "c", "d"].map((key, k) => ({
    ...methodResultOf(key, [0, 0, 0]),
    weights: weights[k % 2],
    risk_contributions: { "NSE:ALPHA": 0.1, "NSE:BETA": 0.6, "NSE:GAMMA": 0.3 },
  }));
  const charts = runCharts({ ...runResultOf({ methods }), rolling_backtest: backtestOf() });
  const byName = new Map(charts.map(({ name, svg }) => [name, svg]));
  const paints = ["weights", "risk_contributions", "backtest_weights_min_volatility", "backtest_weights_equal_weight"]
    .map((name) => {
      const legend = legendOf(byName.get(name) ?? "");
      return Object.keys(weights[0]).map((asset) => legend[asset]?.split(" ")[0]);
    });
  assert.ok(paints[0].every((paint) => paint !== undefined), JSON.stringify(paints));
  assert.equal(new Set(paints[0]).size, 3);
  for (const other of paints) assert.deepEqual(other, paints[0]);
});

Deno.test("charts that do not colour assets are unchanged", () => {
  const described = describeBacktestCharts(backtestOf()).filter(({ chart }) => chart.kind !== "stack");
  const coloured = withAssetColours(described);
  assert.deepEqual(
    coloured.map(({ chart }) => svgOf(drawChart(chart))),
    described.map(({ chart }) => svgOf(drawChart(chart))),
  );
});
