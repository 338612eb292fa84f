import assert from "node:assert/strict";
import type { Account } from "../../src/domain/account.ts";
import type { Job } from "../../src/domain/job.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import type { Store } from "../../src/store/open_store.ts";
import type { MisbehavingComputations } from "../support/misbehaving_worker.ts";
import { runningJobs, type ScriptedComputation, scriptedWork } from "../support/running_jobs.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";
import { DEADLINE_MS, until } from "../support/until.ts";

type Pool = WorkerPool<MisbehavingComputations>;
const MODULE = new URL("../support/misbehaving_worker.ts", import.meta.url);

Deno.test("a run that exhausts the memory of its worker fails with out_of_memory, and the next run succeeds", () =>
  withWorker(async (pool, { number, options }) => {
    await pool.run("exhaustMemory", number === 1 ? 2 ** 29 : 8, options);
  }, async (store, account) => {
    const outcomes = await outcomesOf(store, account, 2);
    assert.deepEqual(outcomes.map(({ status, attempt, error }) => [status, attempt, error?.code ?? null]), [
      ["failed", 1, "out_of_memory"],
      ["succeeded", 1, null],
    ]);
  }));

Deno.test("a run whose worker crashes is tried three times, and the next run succeeds", () =>
  withWorker(async (pool, { task, options }) => {
    if (isFirst(task.config)) await pool.run("crash", null, options);
    else await pool.run("square", Float64Array.of(2), options);
  }, async (store, account) => {
    const outcomes = await outcomesOf(store, account, 2);
    assert.deepEqual(outcomes.map(({ status, attempt, error }) => [status, attempt, error?.code ?? null]), [
      ["failed", 3, "worker_lost"],
      ["succeeded", 1, null],
    ]);
  }));

Deno.test("a run can be cancelled although its worker never responds, and the next run succeeds", () =>
  withWorker(async (pool, { task, options }) => {
    if (isFirst(task.config)) await pool.run("sleepThroughTheFlag", DEADLINE_MS, options);
    else await pool.run("square", Float64Array.of(2), options);
  }, async (store, account) => {
    const [first, second] = await submittedJobs(store, account, 2);
    await until(async () => (await store.jobs.get(account.id, first.id)).status === "running");
    assert.equal((await store.jobs.cancel(account.id, first.id)).status, "cancelled");
    const done = await finished(store, second);
    assert.equal(done.status, "succeeded");
    assert.equal((await store.jobs.get(account.id, first.id)).status, "cancelled");
  }));

Deno.test(
  testInTurn(
    "a run whose worker ignores the stop flag at the time limit fails, and the next run succeeds",
    () =>
      withWorker(async (pool, { task, options, number }) => {
        if (isFirst(task.config) && number === 1) {
          await pool.run("sleepThroughTheFlag", DEADLINE_MS, options);
        } else await pool.run("square", Float64Array.of(2), options);
      }, async (store, account) => {
        const outcomes = await outcomesOf(store, account, 2);
        assert.deepEqual(outcomes.map(({ status, attempt }) => [status, attempt]), [["failed", 1], ["succeeded", 1]]);
      }, { computationMs: 3_000 }),
  ),
);

async function submittedJobs(store: Store, account: Account, count: number): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (let index = 0; index < count; index++) {
    jobs.push(
      await submittedJob(store, account.id, {}, { config: new TextEncoder().encode(JSON.stringify({ index })) }),
    );
  }
  return jobs;
}

function isFirst(config: Uint8Array): boolean {
  return new TextDecoder().decode(config) === '{"index":0}';
}

async function outcomesOf(store: Store, account: Account, count: number): Promise<readonly Job[]> {
  const jobs = await submittedJobs(store, account, count);
  return await Promise.all(jobs.map((job) => finished(store, job)));
}

async function finished(store: Store, { accountId, id }: Job): Promise<Job> {
  await until(async () => (await store.jobs.get(accountId, id)).finishedAt !== null, `the end of ${id}`);
  return await store.jobs.get(accountId, id);
}

/** Runs a test with a job runner and one real worker of the misbehaving module. */
function withWorker(
  compute: (pool: Pool, computation: ScriptedComputation) => Promise<void>,
  test: (store: Store, account: Account) => Promise<void>,
  timing: { computationMs?: number } = {},
): Promise<void> {
  return withStore(async ({ store, clock }) => {
    const pool: Pool = new WorkerPool({ workers: 1, module: MODULE, stopGraceMs: 100 });
    const work = scriptedWork(async (computation) => {
      await compute(pool, computation);
      return null;
    });
    const { account } = await accountWithCredentials(store);
    const runner = runningJobs(store, { work: [work], clock, timing });
    try {
      await test(store, account);
    } finally {
      await runner.stop();
      pool.close();
    }
  });
}
