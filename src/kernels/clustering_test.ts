import assert from "node:assert/strict";
import { matrix } from "../domain/matrix.ts";
import { Clustering } from "./clustering.ts";
import { CoreInstance } from "./core_instance.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchStopFlag } from "./stop_flag.ts";

const clustering = new Clustering(await CoreInstance.load());

Deno.test("clustering refuses distances that are not square, not finite or empty, and parts or ranks that do not fit", () => {
  assert.throws(() => clustering.linkage(matrix(2, 3), "ward"), /square/);
  assert.throws(() => clustering.linkage(matrix(0, 0), "single"), /no points/);
  assert.throws(() => clustering.linkage(matrix(2, 2, Float64Array.of(0, NaN, NaN, 0)), "single"), /not finite/);
  assert.throws(() => clustering.leafOrder(matrix(3, 3), new Int32Array(2)), /2 mergers have 4 parts/);
  assert.throws(() => clustering.kendall(new Int32Array(5), new Int32Array(5), new Float64Array(2)), /5 ranks/);
});

Deno.test("a raised stop flag ends linkage, leaf order and kendall", () => {
  const stop = new SharedArrayBuffer(4);
  watchStopFlag(stop);
  try {
    const n = 2_000, apart = matrix(n, n).data.map((_, k) => k % (n + 1) === 0 ? 0 : 1);
    // A comb of pairs makes every step of the leaf order look at all that is there.
    const balanced = Int32Array.from({ length: 2 * (n - 1) }, (_, k) => k);
    Atomics.store(new Int32Array(stop), 0, 1);
    const distances = matrix(n, n, apart);
    for (const by of ["single", "ward"] as const) assert.throws(() => clustering.linkage(distances, by), Stopped);
    assert.throws(() => clustering.leafOrder(distances, balanced), Stopped);
    const ranks = Int32Array.of(0, 1, 2, 0, 1, 2);
    assert.throws(() => clustering.kendall(ranks, ranks, new Float64Array(2)), Stopped);
  } finally {
    watchStopFlag(null);
  }
});
