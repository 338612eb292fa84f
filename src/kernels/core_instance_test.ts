import assert from "node:assert/strict";
import { identity, randomMatrix } from "../../tests/support/kernel_cases.ts";
import { matrix } from "../domain/matrix.ts";
import { CoreInstance } from "./core_instance.ts";
import { LinearAlgebra } from "./linear_algebra.ts";
import { loadKernels } from "./mod.ts";
import { Statistics } from "./statistics.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchStopFlag } from "./stop_flag.ts";

const kernels = await loadKernels(null);

Deno.test("a raised stop flag ends every long kernel with Stopped, and the next call works", () => {
  const shared = new SharedArrayBuffer(4);
  const flag = new Int32Array(shared);
  const x = randomMatrix(300, 150, 21);
  const s = kernels.linearAlgebra.crossProduct(x);
  const spread = {
    P: identity(150),
    q: new Float64Array(150),
    R: x,
    k: new Float64Array(300),
    c: new Float64Array(300).fill(1),
    f: new Float64Array(300),
    E: matrix(1, 150, new Float64Array(150).fill(1)),
    e: Float64Array.of(1),
    G: matrix(0, 150),
    h: new Float64Array(0),
    lower: new Float64Array(150),
    upper: new Float64Array(150).fill(1),
  };
  const longKernels: Record<string, () => unknown> = {
    crossProduct: () => kernels.linearAlgebra.crossProduct(x),
    multiply: () => kernels.linearAlgebra.multiply(s, s),
    cholesky: () => kernels.linearAlgebra.cholesky(s),
    eigen: () => kernels.linearAlgebra.eigen(s),
    covariance: () => kernels.statistics.covariance(x),
    exponentialMoments: () => kernels.statistics.exponentialMoments(x, 0.9),
    ledoitWolf: () => kernels.statistics.ledoitWolf(x),
    tail: () => kernels.measures.tail(x.data, 0.95),
    sorted: () => kernels.measures.sorted(x.data),
    seriesSums: () => kernels.measures.seriesSums(x.data),
    targetSums: () => kernels.measures.targetSums(x.data, 0.1),
    powerSums: () => kernels.measures.powerSums(x.data, { mean: 0, least: -1, largest: 1 }),
    drawdowns: () => kernels.measures.drawdowns(x.data),
    drawdownFigures: () => kernels.measures.drawdownFigures(x.data, 0.95),
    hinges: () => kernels.hinges.solve(spread, { tolerance: 1e-10, maxIterations: 50 }),
    entropicTail: () => kernels.measures.entropicTail(x.data, 0.95),
    relativisticTail: () => kernels.measures.relativisticTail(x.data, { confidence: 0.95, kappa: 0.3 }),
  };
  watchStopFlag(shared);
  try {
    for (const [name, call] of Object.entries(longKernels)) {
      const before = call();
      Atomics.store(flag, 0, 1);
      assert.throws(call, Stopped, name);
      Atomics.store(flag, 0, 0);
      assert.deepEqual(call(), before, name);
    }
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("memory is released after every call, even after one that throws", async () => {
  const instance = await CoreInstance.load();
  const linearAlgebra = new LinearAlgebra(instance);
  const mark = instance.run((exports) => exports.mark());
  linearAlgebra.eigen(identity(30));
  linearAlgebra.cholesky(matrix(150, 150));
  new Statistics(instance).ledoitWolf(randomMatrix(30, 5, 1));
  assert.throws(() =>
    instance.run((_exports, arena) => {
      arena.doubles(1000);
      throw new Error("in the middle");
    }), /in the middle/);
  assert.equal(instance.run((exports) => exports.mark()), mark);
});

Deno.test("a trap of the core is rethrown, and the next call works on a fresh instance", async () => {
  const instance = await CoreInstance.load();
  const own = new LinearAlgebra(instance);
  const memory = instance.run((exports) => exports.memory);
  const outside = 0x7fff0000;
  assert.throws(
    () => instance.run((exports) => exports.crossProduct(outside, 10, 10, outside)),
    WebAssembly.RuntimeError,
  );
  assert.notEqual(instance.run((exports) => exports.memory), memory);
  assert.deepEqual(own.crossProduct(identity(2)).data, identity(2).data);
});

Deno.test("an allocation beyond the memory is out_of_memory, and the next call works", async () => {
  const instance = await CoreInstance.load();
  assert.throws(() => instance.run((_exports, arena) => arena.doubles(2 ** 29)), { code: "out_of_memory" });
  assert.throws(() => instance.run((_exports, arena) => arena.doubles(2 ** 40)), { code: "out_of_memory" });
  assert.deepEqual(new LinearAlgebra(instance).crossProduct(identity(2)).data, identity(2).data);
});

Deno.test("the same input gives the same bits on a fresh instance", async () => {
  const other = await loadKernels(null);
  const s = kernels.statistics.covariance(randomMatrix(200, 60, 17));
  assert.deepEqual(other.linearAlgebra.eigen(s), kernels.linearAlgebra.eigen(s));
  assert.deepEqual(other.statistics.ledoitWolf(s), kernels.statistics.ledoitWolf(s));
});
