import assert from "node:assert/strict";
import { z } from "zod";
import { packedEstimator } from "./packed_estimator.ts";

Deno.test("the rows of a given matrix share one buffer that can be transferred, and its asset names are unchanged", () => {
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

Deno.test("the series of factors share one buffer, and their names and dates are unchanged", () => {
  const parameters = {
    factors: { dates: ["2024-01-01", "2024-01-02"], series: { VALUE: [0.1, 0.2], SIZE: [0.3, -0.1] } },
  };
  const packed = packedEstimator({ estimator: "factor_model", parameters });
  const series = { VALUE: Float64Array.of(0.1, 0.2), SIZE: Float64Array.of(0.3, -0.1) };
  const { dates } = parameters.factors;
  assert.deepEqual(packed, { estimator: "factor_model", parameters: { factors: { dates, series } } });
  const lists = z.object({ factors: z.object({ series: z.record(z.string(), z.instanceof(Float64Array)) }) });
  const { VALUE, SIZE } = lists.parse(packed.parameters).factors.series;
  assert.equal(VALUE.buffer, SIZE.buffer);
});

Deno.test("an estimator without a matrix or factors is unchanged", () => {
  for (const parameters of [{ decay: 0.94 }, {}, null, { matrix: null }, { factors: null }, { factors: {} }]) {
    assert.deepEqual(packedEstimator({ estimator: "ewma", parameters }), { estimator: "ewma", parameters });
  }
});
