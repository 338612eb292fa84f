import assert from "node:assert/strict";
import { leastAlong } from "./least_along.ts";

Deno.test("the minimum of a convex function between 0 and 1 is found, even at a kink", () => {
  for (const at of [0.1, 0.5, 0.937]) {
    for (const valueAt of [(share: number) => (share - at) ** 2, (share: number) => Math.abs(share - at)]) {
      assert.ok(Math.abs(leastAlong(valueAt) - at) < 2e-6, `${at}`);
    }
  }
});

Deno.test("a minimum at 0 or 1 is found exactly, and a constant function has its minimum at 1", () => {
  assert.equal(leastAlong((share) => share), 0);
  assert.equal(leastAlong((share) => -share), 1);
  assert.equal(leastAlong(() => 3), 1);
});
