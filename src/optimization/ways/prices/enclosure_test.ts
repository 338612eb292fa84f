import assert from "node:assert/strict";
import fc from "../../../../tests/support/fast_check.ts";
import { Enclosure } from "./enclosure.ts";

/** Steps of an enclosure of the zero of a function until it is as near as asked for. */
function stepsTo(tolerance: number, f: (at: number) => number, [low, high]: readonly [number, number]): number {
  const search = new Enclosure({ at: low, excess: f(low) }, { at: high, excess: f(high) });
  for (let step = 1; step <= 100; step++) {
    const at = search.crossing;
    assert.ok(at >= Math.min(low, high) && at <= Math.max(low, high), `${at} lies beyond ${low} and ${high}`);
    if (Math.abs(f(at)) <= tolerance) return step;
    search.narrow({ at, excess: f(at) });
  }
  return Infinity;
}

Deno.test("an enclosure finds the zero of a line in one step", () => {
  assert.equal(stepsTo(1e-15, (at) => 3 - at, [0, 8]), 1);
  assert.equal(stepsTo(1e-15, (at) => at - 3, [8, 0]), 1);
});

Deno.test("an enclosure finds the zero of a function with a sharp bend in at most 30 steps", () => {
  const bends = fc.record({
    zero: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    steepness: fc.double({ min: 1, max: 1000, noNaN: true }),
    isFalling: fc.boolean(),
  });
  fc.assert(
    fc.property(bends, ({ zero, steepness, isFalling }) => {
      const f = (at: number): number => (isFalling ? -1 : 1) * (at > zero ? steepness : 1) * (at - zero);
      assert.ok(stepsTo(1e-9, f, [0, 1]) <= 30);
    }),
  );
});
