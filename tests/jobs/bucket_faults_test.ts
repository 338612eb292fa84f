import assert from "node:assert/strict";
import type { AccountId } from "../../src/domain/identifier.ts";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { Job } from "../../src/domain/job.ts";
import { writeChunks } from "../../src/store/chunks.ts";
import type { ObjectServer } from "../support/object_server.ts";
import { runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore } from "../support/temporary_store.ts";
import { testWithBucket } from "../support/test_with_bucket.ts";
import { until } from "../support/until.ts";

const LARGE_CONFIG = new TextEncoder().encode(JSON.stringify({ name: "a".repeat(100_000) }));

testWithBucket(
  "a run whose artifact bucket is down stores its result once the bucket answers, in the same attempt",
  async (context, server) => {
    const { account, runner } = await running(context, { storingPausesMs: Array(300).fill(100) });
    await server.stop();
    const job = await submittedJob(context.store, account);
    await until(() => runner.events.some((event) => event.startsWith("result not stored yet")), "a failed upload");
    assert.equal((await context.store.jobs.get(account, job.id)).status, "uploading");
    server.start();
    const done = await finished(context, job);
    await runner.stop();
    assert.deepEqual([done.status, done.attempt], ["succeeded", 1]);
    const result = await context.store.artifacts.find(account, job.id, "result.json");
    assert.equal((await new Response(result?.stream()).json()).run_id, job.id);
    assert.equal((await sweptKeys(context, server)).length, 1, "attempts before left nothing");
  },
);

testWithBucket(
  "a run fails after eight attempts without the artifact bucket, and succeeds when queued again once the bucket answers",
  async (context, server) => {
    const { account, runner } = await running(context, { storingPausesMs: [10] });
    await server.stop();
    const job = await submittedJob(context.store, account);
    const failed = await finishedLater(context, job);
    assert.deepEqual([failed.status, failed.attempt, failed.error?.code], ["failed", 8, "internal"]);
    assert.equal(runner.counts.get("jobs.attempts_lost"), 8);
    assert.deepEqual(await context.store.artifacts.list(account, job.id), []);
    server.start();
    await context.store.jobs.requeue(job.id);
    const done = await finished(context, job);
    await runner.stop();
    assert.deepEqual([done.status, done.attempt], ["succeeded", 9]);
    assert.equal((await context.store.meters.usage(account))[0].used, 1);
    assert.equal((await sweptKeys(context, server)).length, 1);
  },
);

testWithBucket(
  "a sweep without the artifact bucket still deletes chunks of the store, and a later sweep empties the bucket",
  async (context, server) => {
    const { store, clock } = context;
    const { account, runner } = await running(context, {});
    const job = await submittedJob(store, account);
    await finished(context, job);
    await runner.stop();
    const gone = await accountWithCredentials(store, "gone@example.com");
    await store.jobs.delete(account, job.id);
    await server.stop();
    await store.artifacts.write(gone.account.id, job.id, []);
    clock.nowMs += 2 * HOUR_MS;
    await assert.rejects(store.maintenance.sweep(), /in the bucket of artifacts/);
    assert.deepEqual((await context.list()).filter((key) => /chunks/.test(key)), []);
    server.start();
    assert.deepEqual(await sweptKeys(context, server), []);
  },
);

testWithBucket(
  "neither an unreachable artifact bucket nor deleted accounts stop the other steps of a sweep",
  async (context, server) => {
    const { store, clock, list } = context;
    const run = await running(context, {});
    await finished(context, await submittedJob(store, run.account));
    await run.runner.stop();
    const others: AccountId[] = [];
    for (const email of ["bob@example.com", "eve@example.com"]) {
      const { account } = await accountWithCredentials(store, email);
      await submittedJob(store, account.id, {}, { config: new Uint8Array(200_000) });
      others.push(account.id);
    }
    const kept = await accountWithCredentials(store, "kept@example.com");
    const minute = { windowStart: clock.nowMs, windowEnd: clock.nowMs + 60_000 };
    await store.rateLimits.lease({ rule: "rest", subject: kept.account.id, ...minute }, { count: 10, limit: 100 });
    await writeChunks(context, kept.account.id, new Uint8Array(100_000));
    for (const account of [run.account, ...others]) await store.accounts.delete(account);
    await server.stop();
    clock.nowMs += 2 * HOUR_MS;
    await assert.rejects(store.maintenance.sweep(), /in the bucket of artifacts/);
    const left = (await list()).filter((key) => /chunk|rate_limits/.test(key) || others.some((id) => key.includes(id)));
    assert.deepEqual(left.filter((key) => !key.startsWith('["removals"')), []);
    server.start();
    assert.deepEqual(await sweptKeys(context, server), []);
    assert.deepEqual((await list()).filter((key) => key.startsWith('["removals"')), []);
  },
);

testWithBucket(
  "a run whose config lies in a bucket that is down starts once the bucket answers",
  async (context, server) => {
    const { account } = await accountWithCredentials(context.store);
    const job = await submittedJob(context.store, account.id, {}, { config: LARGE_CONFIG, inputs: LARGE_CONFIG });
    await server.stop();
    const { runner } = runnerOf(context, { storingPausesMs: Array(300).fill(100) });
    await until(() => runner.events.some((event) => event.startsWith("task not read yet")), "a failed read");
    server.start();
    const done = await finished(context, job);
    await runner.stop();
    assert.deepEqual([done.status, done.attempt], ["succeeded", 1]);
  },
);

testWithBucket(
  "a run whose config or inputs the bucket has lost fails at once and says so",
  async (context, server) => {
    const { account } = await accountWithCredentials(context.store);
    const jobs = [];
    for (const options of [{ config: LARGE_CONFIG }, { inputs: LARGE_CONFIG }]) {
      jobs.push(await submittedJob(context.store, account.id, {}, options));
    }
    for (const key of await server.keys()) await server.delete(key);
    const { runner } = runnerOf(context, {});
    for (const job of jobs) {
      const { status, attempt, error } = await finished(context, job);
      assert.deepEqual([status, attempt, error?.code], ["failed", 1, "input_lost"]);
      assert.match(error?.detail ?? "", /submit the run again/);
    }
    await runner.stop();
  },
);

testWithBucket(
  "a run fails where the artifact bucket does not exist any more, and its result cannot be read",
  async (context, server) => {
    const { account, runner } = await running(context, { storingPausesMs: [] });
    await server.deleteBucket();
    const job = await submittedJob(context.store, account);
    const failed = await finishedLater(context, job);
    await runner.stop();
    assert.deepEqual([failed.status, failed.error?.code], ["failed", "internal"]);
    assert.ok(runner.events.some((event) => /it answered 404/.test(event)), "the log names the cause");
    assert.equal(await context.store.artifacts.find(account, job.id, "result.json"), null);
  },
);

async function running(
  context: TemporaryStore,
  timing: { storingPausesMs?: readonly number[] },
): Promise<{ account: AccountId; runner: ReturnType<typeof runningJobs> }> {
  const { account } = await accountWithCredentials(context.store);
  return { account: account.id, ...runnerOf(context, timing) };
}

function runnerOf(
  { store, clock }: TemporaryStore,
  timing: { storingPausesMs?: readonly number[] },
): { runner: ReturnType<typeof runningJobs> } {
  return { runner: runningJobs(store, { work: [scriptedWork()], clock, timing }) };
}

async function finished({ store }: TemporaryStore, { accountId, id }: Job): Promise<Job> {
  await until(async () => (await store.jobs.get(accountId, id)).finishedAt !== null, "the run");
  return await store.jobs.get(accountId, id);
}

/**
 * Waits until a job has ended. Moves the clock on by 10 s at each check, because after each outage a job waits for some
 * time before its next attempt.
 */
async function finishedLater(context: TemporaryStore, { accountId, id }: Job): Promise<Job> {
  await until(async () => {
    context.clock.nowMs += 10_000;
    return (await context.store.jobs.get(accountId, id)).finishedAt !== null;
  }, "the run");
  return await context.store.jobs.get(accountId, id);
}

/**
 * Test helper. Moves the clock on by two hours, sweeps the store, and returns the keys left in the bucket. Asserts that
 * the store holds no marker of files that no job has adopted.
 */
async function sweptKeys({ store, clock, list }: TemporaryStore, server: ObjectServer): Promise<readonly string[]> {
  clock.nowMs += 2 * HOUR_MS;
  await store.maintenance.sweep();
  assert.deepEqual((await list()).filter((key) => /unadopted/.test(key)), []);
  return await server.keys();
}
