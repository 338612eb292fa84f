import assert from "node:assert/strict";
import type { HelperDeed, SharingComputations, TestShares } from "../../tests/support/sharing_worker.ts";
import { until } from "../../tests/support/until.ts";
import { WorkerPool, type WorkerPoolOptions } from "./worker_pool.ts";

const MODULE = new URL("../../tests/support/sharing_worker.ts", import.meta.url);
const VALUES = [1, 2, 3, 4, 5, 6, 7];
const SQUARES = VALUES.map((value) => value ** 2);

/** Runs a test with a pool of loaded workers. */
async function withPool(
  options: Partial<WorkerPoolOptions>,
  test: (pool: WorkerPool<SharingComputations>) => Promise<void>,
): Promise<void> {
  const pool = new WorkerPool<SharingComputations>({ workers: 2, module: MODULE, ...options });
  try {
    await pool.warm();
    await test(pool);
  } finally {
    pool.close();
  }
}

/** Returns shares whose owner waits for a helper, and which it may end at once unless the gate is closed. */
function sharesOf(deed: HelperDeed, { isOpen = true, count = VALUES.length } = {}): TestShares {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  if (isOpen) gate[1] = 1;
  return { count, deed, gate, values: Float64Array.from(VALUES) };
}

Deno.test("an idle worker computes shares of the computation of another worker", async () => {
  await withPool({}, async (pool) => {
    const outputs = await pool.run("share", sharesOf("compute"));
    assert.deepEqual(outputs.map(({ square }) => square), SQUARES);
    assert.ok(outputs.some(({ isHelped }) => isHelped));
  });
});

Deno.test("the owner computes the share at which a helper has failed, and the helper takes further work", async () => {
  await withPool({}, async (pool) => {
    const outputs = await pool.run("share", sharesOf("fail"));
    assert.deepEqual(outputs.map(({ square }) => square), SQUARES);
    assert.ok(outputs.every(({ isHelped }) => !isHelped));
    assert.equal(pool.started, 2);
    assert.deepEqual(await Promise.all([pool.run("square", 3), pool.run("square", 4)]), [9, 16]);
  });
});

Deno.test("a computation succeeds although a worker is lost while it computes a share", async () => {
  await withPool({}, async (pool) => {
    const outputs = await pool.run("share", sharesOf("die"));
    assert.deepEqual(outputs.map(({ square }) => square), SQUARES);
    assert.ok(outputs.every(({ isHelped }) => !isHelped));
    assert.deepEqual(await Promise.all([pool.run("square", 3), pool.run("square", 4)]), [9, 16]);
  });
});

Deno.test("a waiting computation gets the worker of a helper, and the owner computes the share that it gave back", async () => {
  await withPool({}, async (pool) => {
    const shares = sharesOf("spin", { isOpen: false }), { gate } = shares;
    const running = pool.run("share", shares);
    await until(() => Atomics.load(gate, 0) === 1, "a helper");
    // The owner goes on only when the gate is opened, so that no other worker can answer.
    assert.equal(await pool.run("square", 3), 9);
    Atomics.store(gate, 1, 1);
    const outputs = await running;
    assert.deepEqual(outputs.map(({ square }) => square), SQUARES);
    assert.equal(pool.started, 2);
  });
});

Deno.test("a helper that ignores the stop flag is abandoned, and the computation that waits gets another worker", async () => {
  await withPool({ stopGraceMs: 20 }, async (pool) => {
    const shares = sharesOf("sleep", { isOpen: false }), { gate } = shares;
    const running = pool.run("share", shares);
    await until(() => Atomics.load(gate, 0) === 1, "a helper");
    assert.equal(await pool.run("square", 3), 9);
    Atomics.store(gate, 1, 1);
    assert.deepEqual((await running).map(({ square }) => square), SQUARES);
  });
});

Deno.test("an abort stops a computation and its helpers, and both workers take further work", async () => {
  await withPool({}, async (pool) => {
    const shares = sharesOf("spin", { isOpen: false }), { gate } = shares;
    const controller = new AbortController();
    const running = pool.run("share", shares, { signal: controller.signal });
    await until(() => Atomics.load(gate, 0) === 1, "a helper");
    controller.abort(new Error("enough"));
    await assert.rejects(running, /enough/);
    assert.deepEqual(await Promise.all([pool.run("square", 3), pool.run("square", 4)]), [9, 16]);
    assert.equal(pool.started, 2);
  });
});

Deno.test("an abort stops a computation that has computed its own shares and waits for a helper", async () => {
  await withPool({}, async (pool) => {
    const shares = sharesOf("spin", { count: 2 }), { gate } = shares;
    const controller = new AbortController();
    const running = pool.run("share", shares, { signal: controller.signal });
    await until(() => Atomics.load(gate, 0) === 1, "a helper");
    controller.abort(new Error("enough"));
    await assert.rejects(running, /enough/);
    assert.deepEqual(await Promise.all([pool.run("square", 3), pool.run("square", 4)]), [9, 16]);
  });
});

Deno.test("a worker pool starts further workers for shares that take long, and no more than it may have", async () => {
  const pool = new WorkerPool<SharingComputations>({ workers: 3, module: MODULE });
  try {
    const outputs = await pool.run("share", sharesOf("compute"));
    assert.deepEqual(outputs.map(({ square }) => square), SQUARES);
    assert.ok(pool.started > 1 && pool.started <= 3, `${pool.started}`);
  } finally {
    pool.close();
  }
});

Deno.test("a worker that becomes idle later helps with a share while the owner still computes another one", async () => {
  await withPool({}, async (pool) => {
    const other = new Int32Array(new SharedArrayBuffer(8)), shares = sharesOf("compute");
    const occupied = pool.run("wait", other);
    await until(() => Atomics.load(other, 0) === 1, "the other computation");
    // The owner ends its first share only when a helper has begun one.
    const running = pool.run("share", shares);
    assert.equal(pool.loans, 0);
    Atomics.store(other, 1, 1);
    await occupied;
    const outputs = await running;
    assert.deepEqual(outputs.map(({ square }) => square), SQUARES);
    assert.ok(outputs.some(({ isHelped }) => isHelped));
  });
});

Deno.test("a computation whose worker is alone in its pool computes all its shares", async () => {
  await withPool({ workers: 1 }, async (pool) => {
    const shares = sharesOf("compute");
    shares.gate[0] = 1;
    const outputs = await pool.run("share", shares);
    assert.deepEqual(outputs.map(({ square, isHelped }) => isHelped ? null : square), SQUARES);
  });
});
