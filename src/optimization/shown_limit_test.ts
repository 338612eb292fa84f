import assert from "node:assert/strict";
import { shownLimit } from "./shown_limit.ts";

Deno.test("a limit is shown by the shortest equivalent number, or else with twelve digits rounded to the looser side", () => {
  assert.equal(shownLimit(0.25 + 3e-11, 0.2, { name: "max" }), 0.25);
  assert.equal(shownLimit(0.25 - 3e-11, 0.9, { name: "min" }), 0.25);
  assert.equal(shownLimit(12345.67891234, 1, { name: "max" }), 12345.6789124);
  assert.equal(shownLimit(12345.67891234, 1e6, { name: "min" }), 12345.6789123);
  assert.equal(shownLimit(1e-12, 0.1, { name: "max" }), 0);
  assert.equal(shownLimit(0.25 - 3e-11, 0.2, { name: "max", isExact: true }), 0.25);
  assert.equal(shownLimit(0.25 + 3e-12, 0.2, { name: "max", isExact: true }), 0.250000000003);
  assert.equal(shownLimit(0.0440910731002345, 0.04, { name: "max", isExact: true }), 0.0440910731003);
  assert.equal(shownLimit(0.05, 1e9, { name: "min", isExact: true }), 0.05);
  assert.equal(shownLimit(0, 1, { name: "min", isExact: true }), 0);
});
