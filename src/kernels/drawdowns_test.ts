import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { CoreInstance } from "./core_instance.ts";
import { Measures } from "./measures.ts";

const measures = new Measures(await CoreInstance.load());
const drawdowns = (returns: Float64Array): Float64Array => measures.drawdowns(returns);

Deno.test("a drawdown is 1 less wealth over its highest value so far", () => {
  const series = fc.float64Array({ min: -0.9, max: 2, minLength: 1, maxLength: 60, noNaN: true });
  fc.assert(fc.property(series, (returns) => {
    let wealth = 1;
    let peak = 1;
    drawdowns(returns).forEach((depth, t) => {
      wealth *= 1 + returns[t];
      peak = Math.max(peak, wealth);
      // The tolerance of the drawdowns covers sixty roundings of numbers up to 1.
      assert.ok(Math.abs(depth - (1 - wealth / peak)) < 1e-13 * 60);
    });
  }));
});

Deno.test("after a total loss the drawdown stays at 1", () => {
  assert.deepEqual([...drawdowns(Float64Array.of(0.5, -1, 2, 3))], [0, 1, 1, 1]);
  assert.deepEqual([...drawdowns(Float64Array.of(-3, 2))], [1, 1]);
});

Deno.test("drawdowns are numbers even where wealth overflows", () => {
  const depths = drawdowns(Float64Array.of(...new Array(400).fill(9), -0.25));
  assert.equal(depths[400], 0.25);
});
