import assert from "node:assert/strict";
import { periodReturns, returnsHistogram } from "./period_returns.ts";

Deno.test("the returns of periods compound to the cumulative returns they came from", () => {
  const cumulative = [0.1, -0.01, 0.5, 0.5];
  let wealth = 1;
  const again = periodReturns(cumulative).map((one) => (wealth *= 1 + one) - 1);
  again.forEach((value, index) => assert.ok(Math.abs(value - cumulative[index]) < 1e-12));
});

Deno.test("after a total loss there are no returns", () => {
  assert.deepEqual(periodReturns([0.5, -1, -1]).length, 2);
});

Deno.test("a histogram of returns counts each once, and losses stand apart from gains at zero", () => {
  const returns = Array.from({ length: 1000 }, (_, index) => Math.sin(index) / 50);
  const chart = returnsHistogram(returns, { name: "hrp", frequency: "daily" });
  assert.ok(chart !== null);
  assert.ok(Math.abs(chart.values.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
  assert.equal(chart.edges.length, chart.values.length + 1);
  assert.ok(chart.edges.some((edge) => edge === 0));
  assert.ok(chart.values.length <= 60);
});

Deno.test("returns that are all alike have no histogram", () => {
  assert.equal(returnsHistogram([0, 0, 0], { name: "hold", frequency: null }), null);
  assert.equal(returnsHistogram([], { name: "hold", frequency: null }), null);
});
