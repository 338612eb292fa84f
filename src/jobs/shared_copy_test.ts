import assert from "node:assert/strict";
import { type SharedCopies, sharedCopy } from "./shared_copy.ts";

Deno.test("a shared copy is equal to its value, leaves it as it is, and copies each array of doubles once", () => {
  const copies: SharedCopies = new WeakMap();
  const data = Float64Array.of(1, -0, NaN, 4), part = data.subarray(1, 3);
  const value = { matrix: { rows: 2, data }, list: [{ part }], names: ["a"], numbers: [1, 2], none: null };
  const copy = sharedCopy(value, copies);
  assert.deepEqual(copy, value);
  const again = sharedCopy({ data, part }, copies);
  assert.ok(typeof again === "object" && again !== null && "data" in again && "part" in again);
  assert.ok(again.data instanceof Float64Array && again.part instanceof Float64Array);
  assert.ok(again.data.buffer instanceof SharedArrayBuffer);
  assert.equal(again.part.buffer, again.data.buffer);
  assert.equal(data.length, 4);
  assert.equal(sharedCopy(again.data, copies) instanceof Float64Array, true);
});
