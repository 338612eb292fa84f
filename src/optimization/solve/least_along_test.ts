import assert from "node:assert/strict";
import { leastAlong } from "./least_along.ts";

Deno.test("the least of a convex function on the way is found, at a kink too", () => {
  for (const at of [0.1, 0.5, 0.937]) {
    for (const valueAt of [(share: number) => (share - at) ** 2, (share: number) => Math.abs(share - at)]) {
      assert.ok(Math.abs(leastAlong(valueAt) - at) < 2e-6, `${at}`);
    }
  }
});

Deno.test("an end of the way is found exactly, and where all are as good the far one", () => {
  assert.equal(leastAlong((share) => share), 0);
  assert.equal(leastAlong((share) => -share), 1);
  assert.equal(leastAlong(() => 3), 1);
});
