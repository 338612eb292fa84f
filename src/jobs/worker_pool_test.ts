import assert from "node:assert/strict";
import { assertAllReject } from "../../tests/support/assert_all_reject.ts";
import type { MisbehavingComputations } from "../../tests/support/misbehaving_worker.ts";
import { until } from "../../tests/support/until.ts";
import { DomainError } from "../domain/errors.ts";
import type { Progress } from "../computations/computation.ts";
import { WorkerPool, type WorkerPoolOptions } from "./worker_pool.ts";

const MODULE = new URL("../../tests/support/misbehaving_worker.ts", import.meta.url);

async function withPool(
  options: Partial<WorkerPoolOptions>,
  test: (pool: WorkerPool<MisbehavingComputations>) => Promise<void>,
): Promise<void> {
  const pool = new WorkerPool<MisbehavingComputations>({ workers: 1, module: MODULE, ...options });
  try {
    await test(pool);
  } finally {
    pool.close();
  }
}

Deno.test("a pool gives back what a worker computed, and hands typed arrays over without a copy", async () => {
  await withPool({}, async (pool) => {
    const values = Float64Array.of(1, 2, 3);
    const squares = await pool.run("square", values);
    assert.deepEqual(squares, Float64Array.of(1, 4, 9));
    assert.equal(values.length, 0);
  });
});

Deno.test("a worker may read its modules and do nothing else", async () => {
  await withPool({}, async (pool) => {
    assert.deepEqual(await pool.run("trespass", null), [
      "read what lies beside its modules",
      "write a file",
      "read the environment",
      "reach the network",
      "start a program",
      "ask about the system",
    ]);
  });
});

Deno.test("a worker may start the runtime where its pool is for that, and no other program", async () => {
  for (const startsRuntime of [true, false]) {
    await withPool({ startsRuntime }, async (pool) => {
      assert.equal(await pool.run("start", Deno.execPath()), startsRuntime);
      assert.equal(await pool.run("start", "/bin/sh"), false);
    });
  }
});

Deno.test("a pool answers alike with one worker and with four, each job its own", async () => {
  const inputs = Array.from({ length: 9 }, (_, i) => i + 0.1);
  const answers = async (workers: number): Promise<Float64Array[]> => {
    let found: Float64Array[] = [];
    await withPool({ workers }, async (pool) => {
      found = await Promise.all(inputs.map((value) => pool.run("square", Float64Array.of(value))));
    });
    return found;
  };
  assert.deepEqual(await answers(4), await answers(1));
});

Deno.test("a pool passes progress on in order before the answer", async () => {
  await withPool({}, async (pool) => {
    const heard: Progress[] = [];
    await pool.run("report", 4, { onProgress: (progress) => heard.push(progress) });
    assert.deepEqual(heard.map((progress) => progress.fraction), [0.25, 0.5, 0.75, 1]);
  });
});

Deno.test("a domain error crosses from a worker with its code, faults and conflict", async () => {
  await withPool({}, async (pool) => {
    const error = await pool.run("refuse", null).catch((reason) => reason);
    assert(error instanceof DomainError);
    assert.equal(error.code, "constraints_infeasible");
    assert.equal(error.message, "Cannot meet both");
    assert.deepEqual(error.faults, [{ pointer: "/constraints/budget", detail: "Too much" }]);
    assert.deepEqual(error.conflict, { rules: [{ family: "budget", rule: null, detail: "Too much" }], minimum: true });
  });
});

Deno.test("an unexpected error is internal and keeps its message for the log", async () => {
  await withPool({}, async (pool) => {
    const error = await pool.run("fail", null).catch((reason) => reason);
    assert(error instanceof DomainError);
    assert.equal(error.code, "internal");
    assert.doesNotMatch(error.message, /secret/);
    assert.match(String(error.cause), /a secret of the inside/);
  });
});

Deno.test("abort stops a computation that polls its flag, and the worker works on", async () => {
  await withPool({}, async (pool) => {
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error("enough"));
    const running = pool.run("spinUntilStopped", null, { signal: controller.signal, onProgress });
    await assert.rejects(running, /enough/);
    assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
  });
});

Deno.test("abort of a job that waits rejects it and leaves the running one alone", async () => {
  await withPool({}, async (pool) => {
    const first = new AbortController();
    const second = new AbortController();
    const running = pool.run("spinUntilStopped", null, { signal: first.signal });
    const waiting = pool.run("square", Float64Array.of(3), { signal: second.signal });
    second.abort(new Error("not wanted"));
    await assert.rejects(waiting, /not wanted/);
    first.abort(new Error("enough"));
    await assert.rejects(running, /enough/);
  });
});

Deno.test("a signal that is aborted already runs nothing", async () => {
  await withPool({}, async (pool) => {
    const running = pool.run("spinUntilStopped", null, { signal: AbortSignal.abort(new Error("too late")) });
    await assert.rejects(running, /too late/);
  });
});

Deno.test("a worker that does not answer its stop flag is abandoned and replaced", async () => {
  await withPool({ stopGraceMs: 20 }, async (pool) => {
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error("enough"));
    const running = pool.run("ignoreTheFlag", 400, { signal: controller.signal, onProgress });
    await assert.rejects(running, /enough/);
    assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
  });
});

Deno.test("a worker that crashes loses its job alone: the process lives and the next job has a new worker", async () => {
  await withPool({}, async (pool) => {
    await assert.rejects(pool.run("crash", null), (error) => {
      assert(error instanceof DomainError);
      assert.equal(error.code, "worker_lost");
      return true;
    });
    assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
  });
});

Deno.test("kernels are loaded once, and anew after a trap", async () => {
  await withPool({}, async (pool) => {
    assert.equal(await pool.run("kernelLoads", null), 1);
    assert.equal(await pool.run("kernelLoads", null), 1);
    await assert.rejects(pool.run("trap", null), { code: "internal" });
    assert.equal(await pool.run("kernelLoads", null), 2);
  });
});

Deno.test("close rejects what waits and what runs with worker_lost", async () => {
  await withPool({}, async (pool) => {
    const running = pool.run("spinUntilStopped", null);
    const waiting = pool.run("square", Float64Array.of(3));
    pool.close();
    await assertAllReject([running, waiting], { code: "worker_lost" });
    await assert.rejects(pool.run("square", Float64Array.of(3)), { code: "worker_lost" });
  });
});

Deno.test("a worker that stays without work ends, and the next work has a new one", async () => {
  await withPool({ idleMs: 1 }, async (pool) => {
    await pool.warm();
    await until(() => pool.started === 0, "the end of a worker that had no work");
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
      await until(() => pool.started === 0, "the end of the worker");
    }
  });
  await withPool({}, async (pool) => {
    await pool.run("square", Float64Array.of(3));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(pool.started, 1);
  });
});

Deno.test("of a pool in which one stands ready, a new one takes the place of one that ends", async () => {
  await withPool({ workers: 2, idleMs: 1, ready: 1 }, async (pool) => {
    await pool.warm();
    await until(() => pool.started === 1, "the end of the worker that need not stand ready");
    let least = 1;
    for (let round = 0; round < 3; round++) {
      await until(async () => {
        least = Math.min(least, pool.started);
        return await pool.run("count", null) === 1;
      }, "a worker that has not worked");
    }
    assert.equal(least, 1);
    await assert.rejects(pool.run("crash", null), { code: "worker_lost" });
    assert.equal(pool.started, 1);
    await pool.warm(1);
    assert.equal(await pool.run("count", null), 1);
  });
});

Deno.test("a pool is warm as soon as so many are ready, and gives work to those", async () => {
  await withPool({ workers: 2 }, async (pool) => {
    await pool.warm(1);
    const second = pool.warm(2);
    await pool.warm(1);
    assert.equal(await pool.run("count", null), 1);
    await second;
    assert.deepEqual([await pool.run("count", null), pool.started], [2, 2]);
  });
});

Deno.test("a warm pool has started every worker and loaded their kernels before there is work", async () => {
  await withPool({ workers: 3 }, async (pool) => {
    assert.equal(pool.started, 0);
    await pool.warm();
    assert.equal(pool.started, 3);
    assert.equal(await pool.run("kernelLoads", null), 1);
    assert.equal(pool.started, 3);
  });
});

Deno.test("work that comes while a pool warms up is computed", async () => {
  await withPool({ workers: 2 }, async (pool) => {
    const warming = pool.warm();
    const squares = await Promise.all([2, 3, 4].map((value) => pool.run("square", Float64Array.of(value))));
    assert.deepEqual(squares.map(([square]) => square), [4, 9, 16]);
    await warming;
    assert.equal(pool.started, 2);
  });
});

Deno.test("a pool that is closed while it warms up leaves no worker behind", async () => {
  for (const afterMs of [0, 1, 5, 20, 50]) {
    const pool = new WorkerPool<MisbehavingComputations>({ workers: 3, module: MODULE });
    const warming = pool.warm();
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    pool.close();
    await warming;
    assert.equal(pool.started, 0);
  }
});

Deno.test("a pool whose workers cannot start gives up warming, and says so to the work that comes", async () => {
  const module = new URL("data:text/javascript,throw new Error('cannot start')");
  await withPool({ workers: 2, module }, async (pool) => {
    await pool.warm();
    assert.equal(pool.started, 0);
    await assert.rejects(pool.run("square", Float64Array.of(3)), { code: "worker_lost" });
  });
});
