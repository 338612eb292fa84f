import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { bisections } from "./bisections.ts";
import { canSumToOne, splitWeights } from "./split_weights.ts";

const FREE = { lower: new Float64Array(4), upper: new Float64Array(4).fill(Infinity) };
/** Halves of 1 to 3, then 1 to 1 and 1 to 9. */
const SPLITS = [
  { from: 0, border: 2, to: 4, share: 0.25 },
  { from: 0, border: 1, to: 2, share: 0.5 },
  { from: 2, border: 3, to: 4, share: 0.1 },
];

function assertWeights(actual: Float64Array, expected: readonly number[]): void {
  expected.forEach((weight, i) => assert.ok(Math.abs(actual[i] - weight) <= 1e-15, `${actual}`));
}

Deno.test("a split gives each part its share of the weight of both", () => {
  assertWeights(splitWeights(SPLITS, FREE), [0.125, 0.125, 0.075, 0.675]);
});

Deno.test("a split share is clamped so that both parts can keep their absolute bounds", () => {
  const upper = Float64Array.of(Infinity, Infinity, Infinity, 0.3);
  assertWeights(splitWeights(SPLITS, { ...FREE, upper }), [0.125, 0.125, 0.45, 0.3]);
  const both = Float64Array.of(Infinity, Infinity, 0.2, 0.3);
  assertWeights(splitWeights(SPLITS, { ...FREE, upper: both }), [0.25, 0.25, 0.2, 0.3]);
  const lower = Float64Array.of(0.3, 0.1, 0, 0);
  assertWeights(splitWeights(SPLITS, { ...FREE, lower }), [0.3, 0.1, 0.06, 0.54]);
  const exact = Float64Array.of(0.4, 0.3, 0.2, 0.1);
  assertWeights(splitWeights(SPLITS, { lower: exact, upper: exact }), [0.4, 0.3, 0.2, 0.1]);
});

Deno.test("weights below 1e-8 become 0 and go to the assets beside them", () => {
  const tiny = SPLITS.map((split) => split.from === 2 ? { ...split, share: 1e-9 } : split);
  assert.deepEqual([...splitWeights(tiny, FREE)], [0.125, 0.125, 0, 0.75]);
  const lower = Float64Array.of(0, 0, 1e-9, 0);
  assert.equal(splitWeights(tiny, { ...FREE, lower })[2], 1e-9);
  const full = Float64Array.of(1, 1, 1, 0.75 - 1e-9);
  const weights = splitWeights(tiny, { ...FREE, upper: full });
  assert.ok(
    weights[2] === 0 && weights[3] <= full[3] && Math.abs(weights.reduce((sum, one) => sum + one, 0) - 1) <= 1e-15,
  );
});

Deno.test("bounds can sum to 1 where 1 lies between their sums to 1e-9", () => {
  const sums = (lower: number, upper: number) =>
    canSumToOne({ lower: Float64Array.of(lower, 0), upper: Float64Array.of(upper, upper) });
  assert.deepEqual([sums(0, 0.5), sums(0, 0.5 - 4e-10), sums(0, 0.5 - 6e-10)], [true, true, false]);
  assert.deepEqual([sums(1, 2), sums(1 + 9e-10, 2), sums(1 + 2e-9, 2)], [true, true, false]);
});

Deno.test("bisection halves a row down to single places, the shorter half first, wholes before their halves", () => {
  assert.deepEqual(bisections(5), [
    { from: 0, border: 2, to: 5 },
    { from: 0, border: 1, to: 2 },
    { from: 2, border: 3, to: 5 },
    { from: 3, border: 4, to: 5 },
  ]);
  assert.deepEqual(bisections(1), []);
  fc.assert(fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
    assert.equal(bisections(count).length, count - 1);
  }));
});
