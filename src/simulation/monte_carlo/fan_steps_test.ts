import assert from "node:assert/strict";
import { fanStepsOf } from "./fan_steps.ts";

Deno.test("a fan has every step of a horizon up to 119, and 119 ascending steps of a longer one, the last included", () => {
  assert.deepEqual(Array.from(fanStepsOf(3)), [1, 2, 3]);
  assert.equal(fanStepsOf(119).length, 119);
  for (const horizon of [120, 121, 252, 2520]) {
    const steps = Array.from(fanStepsOf(horizon));
    assert.equal(steps.length, 119);
    assert.equal(steps.at(-1), horizon);
    assert.deepEqual(steps, [...new Set(steps)].sort((a, b) => a - b));
    assert.ok(steps[0] >= 1);
  }
});
