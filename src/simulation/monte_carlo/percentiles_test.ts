import assert from "node:assert/strict";
import { interpolate, named, percentileRanks, PERCENTILES } from "./percentiles.ts";

Deno.test("percentiles interpolate between order statistics as NumPy does by default", () => {
  // Expected values: numpy.percentile([1, 2, 4, 8, 16, 32, 64], [1, 5, 10, 25, 50, 75, 90, 95, 99])
  const sorted = [1, 2, 4, 8, 16, 32, 64];
  const expected = [1.06, 1.3, 1.6, 3, 8, 24, 44.8, 54.4, 62.08];
  interpolate(7, (rank) => sorted[rank]).forEach((value, k) => assert.ok(Math.abs(value - expected[k]) < 1e-12));
});

Deno.test("percentiles of one value are that value", () => {
  assert.deepEqual(Array.from(percentileRanks(1)), [0]);
  assert.deepEqual(interpolate(1, () => 3), PERCENTILES.map(() => 3));
});

Deno.test("percentile ranks are ascending and include all ranks that interpolation asks for", () => {
  for (const count of [2, 3, 50, 101, 1000, 999_999]) {
    const ranks = Array.from(percentileRanks(count));
    assert.deepEqual(ranks, ranks.toSorted((a, b) => a - b));
    interpolate(count, (rank) => {
      assert.ok(ranks.includes(rank));
      return 0;
    });
  }
});

Deno.test("percentiles are named by their percent", () => {
  assert.deepEqual(Object.keys(named(PERCENTILES.map(String))), ["1", "5", "10", "25", "50", "75", "90", "95", "99"]);
});
