import assert from "node:assert/strict";
import { packedEstimator } from "./packed_estimator.ts";
import { buffersOf } from "./transfer.ts";

Deno.test("the rows of a given matrix lie in one buffer that can be transferred, the names beside them stay", () => {
  const parameters = { assets: ["A", "B"], matrix: [[1, 2], [2, 4]] };
  const packed = packedEstimator({ estimator: "given", parameters });
  assert.deepEqual(packed, {
    estimator: "given",
    parameters: { assets: ["A", "B"], matrix: [Float64Array.of(1, 2), Float64Array.of(2, 4)] },
  });
  assert.equal(buffersOf(packed).length, 1);
  const copy = structuredClone(packed, { transfer: buffersOf(packed) });
  assert.deepEqual(copy, packedEstimator({ estimator: "given", parameters }));
});

Deno.test("an estimator without a matrix stays as it is", () => {
  for (const parameters of [{ decay: 0.94 }, {}, null, { matrix: null }]) {
    assert.deepEqual(packedEstimator({ estimator: "ewma", parameters }), { estimator: "ewma", parameters });
  }
});
