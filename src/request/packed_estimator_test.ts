import assert from "node:assert/strict";
import { z } from "zod";
import { packedEstimator } from "./packed_estimator.ts";

Deno.test("the rows of a given matrix lie in one buffer that can be transferred, the names beside them stay", () => {
  const parameters = { assets: ["A", "B"], matrix: [[1, 2], [2, 4]] };
  const packed = packedEstimator({ estimator: "given", parameters });
  const matrix = [Float64Array.of(1, 2), Float64Array.of(2, 4)];
  assert.deepEqual(packed, { estimator: "given", parameters: { assets: ["A", "B"], matrix } });
  const { matrix: [first, second] } = z.object({ matrix: z.array(z.instanceof(Float64Array)) }).parse(
    packed.parameters,
  );
  assert.equal(first.buffer, second.buffer);
  const copy = structuredClone(packed, { transfer: [first.buffer] });
  assert.deepEqual(copy, packedEstimator({ estimator: "given", parameters }));
});

Deno.test("an estimator without a matrix stays as it is", () => {
  for (const parameters of [{ decay: 0.94 }, {}, null, { matrix: null }]) {
    assert.deepEqual(packedEstimator({ estimator: "ewma", parameters }), { estimator: "ewma", parameters });
  }
});
