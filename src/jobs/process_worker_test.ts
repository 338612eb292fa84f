import assert from "node:assert/strict";
import type { MisbehavingComputations } from "../../tests/support/misbehaving_worker.ts";
import { childProcesses } from "../../tests/support/child_processes.ts";
import { until } from "../../tests/support/until.ts";
import { WorkerPool, type WorkerPoolOptions } from "./worker_pool.ts";

const MODULE = new URL("../../tests/support/misbehaving_worker.ts", import.meta.url);
/** Milliseconds of a computation that nobody waits for to its end. */
const LONG_MS = 600_000;
/** What names the processes of a pool of tests among those of the system. */
const MARK = "computing_process.ts";

async function withProcesses(
  options: Partial<WorkerPoolOptions>,
  test: (pool: WorkerPool<MisbehavingComputations>) => Promise<void>,
): Promise<void> {
  const isolation = { memoryMiB: null };
  const pool = new WorkerPool<MisbehavingComputations>({
    workers: 1,
    module: MODULE,
    niceness: 0,
    isolation,
    ...options,
  });
  try {
    await test(pool);
  } finally {
    await pool.close();
    assert.deepEqual([...await childProcesses(MARK), ...await childProcesses("<defunct>")], []);
  }
}

/** Test helper. Starts a computation that does not end by itself, and waits until it computes. */
async function begun(
  pool: WorkerPool<MisbehavingComputations>,
  signal?: AbortSignal,
): Promise<{ outcome: Promise<unknown> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const options = { onProgress: () => resolve(), ...signal === undefined ? {} : { signal } };
  const outcome = pool.run("ignoreTheFlag", LONG_MS, options).then(() => "an answer", (error: unknown) => error);
  await promise;
  return { outcome };
}

function isCode(code: string): (error: unknown) => boolean {
  return (error) => error instanceof Error && "code" in error && error.code === code;
}

Deno.test("a process computes as a worker does: results, progress, refusals and permissions", () =>
  withProcesses({}, async (pool) => {
    assert.deepEqual(await pool.run("square", Float64Array.of(1, 2, 3)), Float64Array.of(1, 4, 9));
    const shared = new Float64Array(new SharedArrayBuffer(16)).fill(3);
    assert.deepEqual(await pool.run("square", shared), Float64Array.of(9, 9), "shared memory is copied");
    const told: number[] = [];
    assert.equal(await pool.run("report", 3, { onProgress: ({ fraction }) => told.push(fraction ?? 0) }), 3);
    assert.equal(told.at(-1), 1);
    await assert.rejects(pool.run("refuse", null), { code: "constraints_infeasible", message: "Cannot meet both" });
    await assert.rejects(pool.run("fail", null), { code: "internal" });
    assert.deepEqual(await pool.run("trespass", null), [
      "read what lies beside its modules",
      "write a file",
      "read the environment",
      "reach the network",
      "ask about the system",
    ]);
    // Without the environment of the service a program has to be named by its path.
    assert.equal(await pool.run("start", Deno.execPath()), false);
    assert.equal(pool.started, 1);
  }));

Deno.test("a run that exhausts its memory fails with out_of_memory, while another one in its own process goes on", () =>
  withProcesses({ workers: 2, isolation: { memoryMiB: 128 } }, async (pool) => {
    const other = pool.run("sleepThroughTheFlag", LONG_MS).catch((error: unknown) => error);
    await assert.rejects(pool.run("growHeap", null), isCode("out_of_memory"));
    assert.deepEqual(await pool.run("square", Float64Array.of(2)), Float64Array.of(4), "a new process takes its place");
    assert.equal(await Promise.race([other, Promise.resolve("still computing")]), "still computing");
  }));

Deno.test("memory of the core beyond the limit is out_of_memory, and its process goes on", () =>
  withProcesses({ isolation: { memoryMiB: 64 } }, async (pool) => {
    await assert.rejects(pool.run("exhaustMemory", 2 ** 28), isCode("out_of_memory"));
    assert.deepEqual(await pool.run("square", Float64Array.of(2)), Float64Array.of(4));
    assert.equal(pool.started, 1);
  }));

Deno.test("the process of a cancelled run is gone at once, although it looks at no flag", () =>
  withProcesses({}, async (pool) => {
    const controller = new AbortController();
    const { outcome } = await begun(pool, controller.signal);
    const [pid] = await childProcesses(MARK);
    controller.abort(new Error("cancelled"));
    assert.match(String(await outcome), /cancelled/);
    await until(async () => !(await childProcesses(MARK)).includes(pid ?? 0), "the process to be gone");
  }));

Deno.test("a process that is killed loses the attempt of its computation, and the next one gets another process", () =>
  withProcesses({}, async (pool) => {
    const { outcome } = await begun(pool);
    for (const pid of await childProcesses(MARK)) Deno.kill(pid, "SIGKILL");
    const error = await outcome;
    assert.ok(isCode("worker_lost")(error), String(error));
    assert.match(String(error), /SIGKILL/);
    assert.deepEqual(await pool.run("square", Float64Array.of(3)), Float64Array.of(9));
  }));
