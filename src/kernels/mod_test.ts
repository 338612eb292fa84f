import assert from "node:assert/strict";
import { matrix } from "../domain/matrix.ts";
import { loadKernels } from "./mod.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchStopFlag } from "./stop_flag.ts";

Deno.test("loadKernels gives the core and the conic solver, and the core stops when the given flag is raised", async () => {
  const stop = new SharedArrayBuffer(4);
  try {
    const { linearAlgebra, conic } = await loadKernels(stop);
    assert.equal(typeof conic.solve, "function");
    const one = matrix(1, 1, Float64Array.of(3));
    assert.deepEqual(linearAlgebra.crossProduct(one).data, Float64Array.of(9));
    Atomics.store(new Int32Array(stop), 0, 1);
    assert.throws(() => linearAlgebra.crossProduct(one), Stopped);
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("kernels loaded without a stop flag compute a product", async () => {
  const { linearAlgebra } = await loadKernels(null);
  assert.deepEqual(linearAlgebra.crossProduct(matrix(1, 1, Float64Array.of(2))).data, Float64Array.of(4));
});
