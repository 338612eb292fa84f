import assert from "node:assert/strict";
import { buffersOf } from "./transfer.ts";

Deno.test("buffersOf returns the buffers of all typed arrays in a value, each once", () => {
  const values = Float64Array.of(1, 2), flags = Int32Array.of(1);
  const value = { a: [{ values }, { again: values.subarray(1) }], flags, none: null, text: "x" };
  assert.deepEqual(new Set(buffersOf(value)), new Set([values.buffer, flags.buffer]));
  assert.equal(buffersOf(value).length, 2);
});

Deno.test("buffersOf leaves out shared memory", () => {
  assert.deepEqual(buffersOf({ flag: new Int32Array(new SharedArrayBuffer(4)) }), []);
});
