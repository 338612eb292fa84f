import assert from "node:assert/strict";
import { requestDifferences, valueInWords } from "./request_differences.ts";

const FIRST = {
  name: "First",
  stocks: [{ ticker: "A", exchange: "NSE" }, { ticker: "B", exchange: "NSE" }],
  methods: [{ method: "hrp", key: "hrp" }, { method: "min_cvar", key: "min_cvar", confidence: 0.95 }],
  constraints: { weight_bounds: { max: 0.3, min: 0 } },
  start_date: "2020-01-01",
};

Deno.test("requests that differ in their names and the order of members alone do not differ", () => {
  const { name: _, ...rest } = FIRST;
  assert.deepEqual(requestDifferences([FIRST, Object.fromEntries(Object.entries(rest).reverse())]), []);
});

Deno.test("a difference is told at its place, and an asset or a method more moves none of the others", () => {
  const second = {
    ...FIRST,
    stocks: [{ ticker: "C", exchange: "NSE" }, ...FIRST.stocks],
    methods: [{ method: "min_cvar", key: "min_cvar", confidence: 0.99 }],
    constraints: { weight_bounds: { max: 0.25, min: 0 }, turnover: { max: 0.1 } },
  };
  const { start_date: _, ...third } = FIRST;
  assert.deepEqual(
    requestDifferences([FIRST, second, third]).map(({ path, values }) => [path.join("/"), values]),
    [
      ["stocks/NSE:C", [undefined, true, undefined]],
      ["methods/hrp", [true, undefined, true]],
      ["methods/min_cvar/confidence", [0.95, 0.99, 0.95]],
      ["constraints/weight_bounds/max", [0.3, 0.25, 0.3]],
      ["constraints/turnover/max", [undefined, 0.1, undefined]],
      ["start_date", ["2020-01-01", "2020-01-01", undefined]],
    ],
  );
});

Deno.test("histories that differ are told by the number of their values, and quickly", () => {
  const series = (shift: number) => Array.from({ length: 2_500 }, (_, row) => row + shift);
  const request = (shift: number) => ({
    prices: { dates: ["2020-01-01"], series: { A: series(0), B: series(shift) } },
  });
  const [only, ...others] = requestDifferences([request(0), request(1)]);
  assert.deepEqual([only?.path, others], [["prices", "series", "B"], []]);
  assert.deepEqual(only?.values.map(valueInWords), ["2500 values", "2500 values"]);
});
