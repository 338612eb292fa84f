import assert from "node:assert/strict";
import type { MeasureContext } from "../../measures/measure.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { rollingFigures } from "./rolling_figures.ts";

const kernels = await loadKernels(null);
const CONTEXT: MeasureContext = {
  riskFreeRate: 0.06,
  periodsPerYear: 12,
  confidence: 0.95,
  benchmark: null,
  portfolio: null,
};

Deno.test("rolling figures are those of the last year at each date, and null until it is full", () => {
  const returns = Float64Array.from({ length: 30 }, (_, t) => 0.01 + 0.02 * Math.sin(t));
  const { window, volatility, sharpeRatio } = rollingFigures(returns, CONTEXT, kernels);
  assert.equal(window, 12);
  assert.deepEqual(volatility.slice(0, 11), new Array(11).fill(null));
  for (let t = 11; t < 30; t++) {
    const year = Array.from(returns.subarray(t - 11, t + 1));
    const mean = year.reduce((sum, value) => sum + value, 0) / 12;
    const deviation = Math.sqrt(year.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 11);
    // The tolerance of the rolling figures covers rounding: sums of a dozen numbers below 0.03 round by less than 1e-16
    // each.
    assert(Math.abs((volatility[t] ?? NaN) - deviation * Math.sqrt(12)) < 1e-13);
    assert(Math.abs((sharpeRatio[t] ?? NaN) - (mean - 0.005) / deviation * Math.sqrt(12)) < 1e-12);
  }
});

Deno.test("the rolling window is half of a history shorter than two years, and at least two periods", () => {
  const windowOf = (length: number): number => rollingFigures(new Float64Array(length), CONTEXT, kernels).window;
  assert.deepEqual([24, 23, 10, 3, 1].map(windowOf), [12, 11, 5, 2, 2]);
});

Deno.test("a constant series has a rolling volatility of 0 and no Sharpe ratio", () => {
  const { volatility, sharpeRatio } = rollingFigures(new Float64Array(4), CONTEXT, kernels);
  assert.deepEqual(volatility, [null, 0, 0, 0]);
  assert.deepEqual(sharpeRatio, [null, null, null, null]);
});
