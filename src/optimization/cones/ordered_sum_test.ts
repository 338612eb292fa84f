import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { dot } from "../../domain/matrix.ts";
import { orderedSum, orderedSumOf } from "./ordered_sum.ts";

const RUNS = { numRuns: problemCount(300, 60) };
const ROUNDING = 1e-12;

const COUNT = 6;
const entry = fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 1e5);
const vector = (length: number) =>
  fc.array(entry, { minLength: length, maxLength: length }).map((entries) => Float64Array.from(entries));
const descending = vector(COUNT).map((weights) => weights.sort().reverse());
const block = { firstRow: 0, rows: COUNT + 1 };

Deno.test("an ordered sum is the largest sum over all orders of its weights", () => {
  fc.assert(
    fc.property(vector(COUNT), descending, fc.array(vector(COUNT), { minLength: 5, maxLength: 5 }), (x, a, keys) => {
      const sum = orderedSumOf(x, a), near = ROUNDING * size(x) * size(a);
      for (const key of keys) assert.ok(dot(x, ranked(key, a)) <= sum + near);
      assert.ok(Math.abs(dot(x, ranked(x, a)) - sum) <= near);
    }),
    RUNS,
  );
});

Deno.test("multipliers projected onto the dual of the ordered sum cone have no negative product with its points", () => {
  const points = fc.array(vector(COUNT), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(vector(COUNT + 1), descending, points, (given, a, xs) => {
      const z = given.slice();
      orderedSum(a).projectDual(z, block);
      for (const x of xs) {
        const point = Float64Array.of(orderedSumOf(x, a), ...x);
        assert.ok(dot(z, point) >= -ROUNDING * size(z) * size(point) * size(a));
      }
    }),
    RUNS,
  );
});

Deno.test("multipliers in the dual of the ordered sum cone stay as they are, whatever orders they mix", () => {
  fc.assert(
    fc.property(vector(COUNT), vector(COUNT), descending, fc.integer({ min: 0, max: 10 }), (one, other, a, tenths) => {
      const share = tenths / 10, first = ranked(one, a), second = ranked(other, a);
      const z = Float64Array.of(3, ...first.map((slope, i) => -3 * (share * slope + (1 - share) * second[i])));
      const projected = z.slice();
      orderedSum(a).projectDual(projected, block);
      projected.forEach((entry, i) =>
        assert.ok(Math.abs(entry - z[i]) <= ROUNDING * size(z), `${projected}, not ${z}`)
      );
    }),
    RUNS,
  );
});

Deno.test("the distance of a block from the ordered sum cone is the shortfall of its v", () => {
  fc.assert(
    fc.property(vector(COUNT), descending, fc.integer({ min: 1, max: 1000 }), (x, a, less) => {
      const sum = orderedSumOf(x, a), near = ROUNDING * size(x) * size(a);
      assert.ok(orderedSum(a).distance(Float64Array.of(sum, ...x), block) <= near);
      assert.ok(
        Math.abs(orderedSum(a).distance(Float64Array.of(sum - less, ...x), block) - less) <= near + less * 1e-12,
      );
    }),
    RUNS,
  );
});

/** What each entry counts by its rank among them. */
function ranked(x: Float64Array, weights: Float64Array): Float64Array {
  const order = Array.from(x.keys()).sort((i, j) => x[j] - x[i] || i - j), own = new Float64Array(x.length);
  order.forEach((i, k) => own[i] = weights[k]);
  return own;
}

function size(vector: Float64Array): number {
  return vector.reduce((sum, one) => sum + Math.abs(one), 1);
}
