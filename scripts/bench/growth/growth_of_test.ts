import assert from "node:assert/strict";
import { growthOf } from "./growth_of.ts";

Deno.test("the slope of costs that grow like a power of the size is that power", () => {
  for (const power of [0, 1, 1.3, 2]) {
    const { slope } = growthOf([10, 20, 50, 200].map((size) => ({ size, seconds: 0.1 * size ** power })));
    assert.ok(Math.abs(slope - power) < 1e-12, `${slope}, ${power} expected`);
  }
});

Deno.test("a cliff between two sizes is the largest ratio of neighbouring times", () => {
  const costs = [{ size: 10, seconds: 1 }, { size: 20, seconds: 2 }, { size: 40, seconds: 40 }];
  assert.equal(growthOf(costs).largestStep, 20);
});

Deno.test("the growth of one size alone is refused", () => {
  assert.throws(() => growthOf([{ size: 10, seconds: 1 }]), RangeError);
});
