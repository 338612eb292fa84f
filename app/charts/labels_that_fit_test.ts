import assert from "node:assert/strict";
import { labelsThatFit } from "./labels_that_fit.ts";

Deno.test("a label that the edge of the drawing would cut is left out, and every other one stays", () => {
  const ticks = [0, 50, 97].map((value) => ({ value, label: `${value} Aug 2023` }));
  const axis = { low: 0, high: 100, length: 700, beyond: 8 };
  assert.deepEqual(labelsThatFit(ticks, axis), ["0 Aug 2023", "50 Aug 2023", ""]);
  assert.deepEqual(labelsThatFit(ticks, { ...axis, beyond: 40 }), ticks.map(({ label }) => label));
});
