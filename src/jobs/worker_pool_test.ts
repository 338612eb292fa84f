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

Deno.test("a worker pool returns the result of a worker, and transfers typed arrays without a copy", async () => {
  await withPool({}, async (pool) => {
    const values = Float64Array.of(1, 2, 3);
    const squares = await pool.run("square", values);
    assert.deepEqual(squares, Float64Array.of(1, 4, 9));
    assert.equal(values.length, 0);
  });
});

Deno.test("a worker may not read other files, write files, or use the environment, network, programs and system information", async () => {
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

Deno.test("a worker may start the Deno runtime if its pool allows that, and no other program", async () => {
  for (const startsRuntime of [true, false]) {
    await withPool({ startsRuntime }, async (pool) => {
      assert.equal(await pool.run("start", Deno.execPath()), startsRuntime);
      assert.equal(await pool.run("start", "/bin/sh"), false);
    });
  }
});

Deno.test("a worker pool gives the same results with one worker and with four", async () => {
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

Deno.test("a worker pool passes progress on in order before the result", async () => {
  await withPool({}, async (pool) => {
    const heard: Progress[] = [];
    await pool.run("report", 4, { onProgress: (progress) => heard.push(progress) });
    assert.deepEqual(heard.map((progress) => progress.fraction), [0.25, 0.5, 0.75, 1]);
  });
});

Deno.test("a domain error in a worker keeps its code, message, faults and conflict outside it", async () => {
  await withPool({}, async (pool) => {
    const error = await pool.run("refuse", null).catch((reason) => reason);
    assert(error instanceof DomainError);
    assert.equal(error.code, "constraints_infeasible");
    assert.equal(error.message, "Cannot meet both");
    assert.deepEqual(error.faults, [{ pointer: "/constraints/budget", detail: "Too much" }]);
    assert.deepEqual(error.conflict, { rules: [{ family: "budget", rule: null, detail: "Too much" }], minimum: true });
  });
});

Deno.test("an unexpected error in a worker becomes internal, and its message stays only in the cause", async () => {
  await withPool({}, async (pool) => {
    const error = await pool.run("fail", null).catch((reason) => reason);
    assert(error instanceof DomainError);
    assert.equal(error.code, "internal");
    assert.doesNotMatch(error.message, /secret/);
    assert.match(String(error.cause), /a secret of the inside/);
  });
});

Deno.test("an abort stops a computation that polls the stop flag, and its worker takes further work", async () => {
  await withPool({}, async (pool) => {
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error("enough"));
    const running = pool.run("spinUntilStopped", null, { signal: controller.signal, onProgress });
    await assert.rejects(running, /enough/);
    assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
  });
});

Deno.test("aborting a waiting computation rejects it and does not affect the running one", async () => {
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

Deno.test("a computation with an already aborted signal rejects", async () => {
  await withPool({}, async (pool) => {
    const running = pool.run("spinUntilStopped", null, { signal: AbortSignal.abort(new Error("too late")) });
    await assert.rejects(running, /too late/);
  });
});

Deno.test("a worker that ignores the stop flag is abandoned and replaced", async () => {
  await withPool({ stopGraceMs: 20 }, async (pool) => {
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error("enough"));
    const running = pool.run("ignoreTheFlag", 400, { signal: controller.signal, onProgress });
    await assert.rejects(running, /enough/);
    assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
  });
});

Deno.test("a crash of a worker rejects only its own computation, and the next computation gets a new worker", async () => {
  await withPool({}, async (pool) => {
    await assert.rejects(pool.run("crash", null), (error) => {
      assert(error instanceof DomainError);
      assert.equal(error.code, "worker_lost");
      return true;
    });
    assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
  });
});

Deno.test("a worker loads the kernels once, and again after a trap", async () => {
  await withPool({}, async (pool) => {
    assert.equal(await pool.run("kernelLoads", null), 1);
    assert.equal(await pool.run("kernelLoads", null), 1);
    await assert.rejects(pool.run("trap", null), { code: "internal" });
    assert.equal(await pool.run("kernelLoads", null), 2);
  });
});

Deno.test("closing a worker pool rejects running, waiting and later computations with worker_lost", async () => {
  await withPool({}, async (pool) => {
    const running = pool.run("spinUntilStopped", null);
    const waiting = pool.run("square", Float64Array.of(3));
    pool.close();
    await assertAllReject([running, waiting], { code: "worker_lost" });
    await assert.rejects(pool.run("square", Float64Array.of(3)), { code: "worker_lost" });
  });
});

Deno.test("a worker without work ends after its idle time, and the next computation gets a new one", async () => {
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

Deno.test("how long a worker may be without work is asked whenever its work ends", async () => {
  let idleMs = 300_000;
  await withPool({ idleMs: () => idleMs }, async (pool) => {
    await pool.run("square", Float64Array.of(3));
    assert.equal(await pool.run("count", null), 1);
    idleMs = 1;
    assert.equal(await pool.run("count", null), 2);
    await until(() => pool.started === 0, "the end of the worker");
  });
});

Deno.test("a worker without work stays beyond its idle time while it is kept", async () => {
  let [isKept, asked] = [true, 0];
  await withPool({ idleMs: 1, isKept: () => ++asked > 0 && isKept }, async (pool) => {
    await pool.warm();
    await until(() => asked >= 3, "the idle time to pass three times");
    assert.equal(await pool.run("count", null), 1);
    assert.equal(await pool.run("count", null), 2);
    isKept = false;
    await until(() => pool.started === 0, "the end of the worker");
  });
});

Deno.test("a worker pool that keeps one worker ready replaces a worker that ends", async () => {
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

Deno.test("warming a worker pool resolves once the requested number of workers is ready, and these get the work", async () => {
  await withPool({ workers: 2 }, async (pool) => {
    await pool.warm(1);
    const second = pool.warm(2);
    await pool.warm(1);
    assert.equal(await pool.run("count", null), 1);
    await second;
    assert.deepEqual([await pool.run("count", null), pool.started], [2, 2]);
  });
});

Deno.test("a warm worker pool has started every worker and loaded their kernels before there is work", async () => {
  await withPool({ workers: 3 }, async (pool) => {
    assert.equal(pool.started, 0);
    await pool.warm();
    assert.equal(pool.started, 3);
    assert.equal(await pool.run("kernelLoads", null), 1);
    assert.equal(pool.started, 3);
  });
});

Deno.test("computations that arrive while a worker pool warms up are performed", async () => {
  await withPool({ workers: 2 }, async (pool) => {
    const warming = pool.warm();
    const squares = await Promise.all([2, 3, 4].map((value) => pool.run("square", Float64Array.of(value))));
    assert.deepEqual(squares.map(([square]) => square), [4, 9, 16]);
    await warming;
    assert.equal(pool.started, 2);
  });
});

Deno.test("a worker pool that is closed while it warms up leaves no worker behind", async () => {
  for (const afterMs of [0, 1, 5, 20, 50]) {
    const pool = new WorkerPool<MisbehavingComputations>({ workers: 3, module: MODULE });
    const warming = pool.warm();
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    pool.close();
    await warming;
    assert.equal(pool.started, 0);
  }
});

Deno.test("a worker pool whose workers cannot start ends warming, and rejects computations with worker_lost", async () => {
  const module = new URL("data:text/javascript,throw new Error('cannot start')");
  await withPool({ workers: 2, module }, async (pool) => {
    await pool.warm();
    assert.equal(pool.started, 0);
    await assert.rejects(pool.run("square", Float64Array.of(3)), { code: "worker_lost" });
  });
});
