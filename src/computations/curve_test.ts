import assert from "node:assert/strict";
import { curveOf } from "./curve.ts";

Deno.test("a curve compounds returns, and its drawdowns are measured from the highest wealth, the initial 1 included", () => {
  assert.deepEqual(curveOf(Float64Array.of(-0.5, 1, 1, -0.25)), {
    cumulative_return: [-0.5, 0, 1, 0.5],
    drawdown: [0.5, 0, 0, 0.25],
  });
});

Deno.test("a curve is finite even where wealth overflows", () => {
  const { cumulative_return, drawdown } = curveOf(new Float64Array(80).fill(1e6));
  assert.equal(cumulative_return[79], Number.MAX_VALUE);
  assert.equal(drawdown[79], 0);
});
