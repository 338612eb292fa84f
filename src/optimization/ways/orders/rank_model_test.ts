import assert from "node:assert/strict";
import fc from "../../../../tests/support/fast_check.ts";
import { problemCount } from "../../../../tests/support/tier.ts";
import { matrix } from "../../../domain/matrix.ts";
import { orderedSumOf } from "../../cones/ordered_sum.ts";
import { rankModelAt, rankRows } from "./rank_model.ts";

const COUNT = 12;
const vector = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: COUNT, maxLength: COUNT })
  .map((entries) => Float64Array.from(entries));
const descending = vector.map((weights) => weights.sort().reverse());

/** What the model comes to at entries, thresholds and hinges set: the entries are variables of their own. */
function modelValue(x: Float64Array, at: Float64Array, weights: Float64Array, reach: number): number {
  const model = rankModelAt(at, weights, reach), coefficients = matrix(COUNT, COUNT);
  for (let i = 0; i < COUNT; i++) coefficients.data[i * COUNT + i] = 1;
  const { above, settler, thresholds, hinges } = rankRows(model, { offset: 0, coefficients }, COUNT);
  const point = new Float64Array(COUNT + thresholds.count + hinges.count);
  point.set(x);
  settler.settle(point);
  return model.weights.reduce((sum, weight, i) => sum + weight * x[i], 0) + above.evaluate(point)[0];
}

Deno.test("the rank model is never above the ordered sum, and equals it at its own point and with all ranks", () => {
  fc.assert(
    fc.property(vector, vector, descending, fc.integer({ min: 1, max: 4 }), (x, at, weights, reach) => {
      const sum = orderedSumOf(x, weights), near = 1e-9;
      assert.ok(modelValue(x, at, weights, reach) <= sum + near);
      assert.ok(Math.abs(modelValue(at, at, weights, reach) - orderedSumOf(at, weights)) <= near);
      assert.ok(Math.abs(modelValue(x, at, weights, COUNT) - sum) <= near);
    }),
    { numRuns: problemCount(300, 60) },
  );
});
