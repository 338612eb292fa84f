import assert from "node:assert/strict";
import { meanLogGrowth } from "./mean_log_growth.ts";

/** Number of returns in the tests: several blocks of groups side by side, and a rest. */
const COUNT = 300;

const small = Float64Array.from({ length: COUNT }, (_, t) => 0.03 * Math.sin(t * t));

Deno.test("the mean growth in logarithms is the mean of the logarithms of all periods", () => {
  const jumps = small.map((value, t) => t % 70 === 13 ? 4 : t % 90 === 5 ? -0.97 : value);
  for (const values of [small, jumps, small.subarray(0, 64), small.subarray(0, 1)]) {
    const expected = values.reduce((sum, value) => sum + Math.log1p(value), 0) / values.length;
    assert.ok(Math.abs(meanLogGrowth(values) - expected) <= 1e-15, `${meanLogGrowth(values)}, ${expected} expected`);
  }
});

Deno.test("a period that loses everything makes the mean growth in logarithms -Infinity, wherever it stands", () => {
  for (let t = 0; t < COUNT; t++) {
    const values = small.slice();
    values[t] = -1;
    assert.equal(meanLogGrowth(values), -Infinity, `period ${t}`);
  }
});
