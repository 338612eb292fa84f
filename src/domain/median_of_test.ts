import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { medianOf } from "./median_of.ts";

Deno.test("medianOf returns the middle of the sorted numbers, whatever their order", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: -5, max: 5 })), (values) => {
    const sorted = values.toSorted((a, b) => a - b);
    const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    assert.equal(medianOf(Float64Array.from(values)), values.length === 0 ? null : below + (above - below) / 2);
  }));
  const rising = Float64Array.from({ length: 10_001 }, (_, i) => i);
  assert.equal(medianOf(rising), 5_000);
  assert.equal(medianOf(new Float64Array(10_000).fill(7)), 7);
});
