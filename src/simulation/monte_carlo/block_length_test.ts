import assert from "node:assert/strict";
import { autoregressiveSeries } from "../../../tests/support/synthetic_series.ts";
import { automaticBlockLength } from "./block_length.ts";

Deno.test("automatic block lengths are those of Politis and White as corrected, as in arch", () => {
  // Reference values of block lengths from arch 8.0, `bootstrap.optimal_block_length`, for the same series.
  const cases = [
    { series: autoregressiveSeries(500, 0.5, 2), stationary: 7.420549411615569, circular: 8.49440859904709 },
    { series: autoregressiveSeries(2500, 0.9, 3), stationary: 58.09097249880614, circular: 66.49756358315729 },
    { series: autoregressiveSeries(1000, -0.4, 4), stationary: 15.443672741595549, circular: 17.678592144637086 },
    { series: autoregressiveSeries(60, 0.3, 5), stationary: 1.9303089686280728, circular: 2.2096521689169877 },
  ];
  for (const { series, ...expected } of cases) {
    const lengths = automaticBlockLength(series);
    // The tolerance of the block lengths covers sums of up to 2,500 terms in another order.
    assert.ok(Math.abs(lengths.stationary / expected.stationary - 1) < 1e-11);
    assert.ok(Math.abs(lengths.circular / expected.circular - 1) < 1e-11);
  }
});

Deno.test("an automatic block length is at least one row", () => {
  assert.deepEqual(automaticBlockLength(autoregressiveSeries(500, 0, 1)), { stationary: 1, circular: 1 });
});

Deno.test("an automatic block length is at most three roots of the number of rows, or a third of few rows", () => {
  const inPairs = (count: number) => Float64Array.from({ length: count }, (_, index) => Math.floor(index / 2) % 2);
  assert.equal(automaticBlockLength(inPairs(103)).stationary, 31);
  assert.equal(automaticBlockLength(inPairs(60)).circular, 20);
});

Deno.test("a constant or almost empty series has blocks of one row", () => {
  for (const series of [new Float64Array(50).fill(0.1), new Float64Array(0), Float64Array.of(0.1)]) {
    assert.deepEqual(automaticBlockLength(series), { stationary: 1, circular: 1 });
  }
});
