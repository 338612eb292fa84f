import assert from "node:assert/strict";
import {
  finished,
  Gate,
  LOST,
  noting,
  rejection,
  runningJobs,
  scriptedWork,
} from "../../tests/support/running_jobs.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { testInTurn } from "../../tests/support/tier.ts";
import { until } from "../../tests/support/until.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import type { JobQueue } from "../store/job_queue.ts";
import { repositories } from "../store/mod.ts";
import type { Store } from "../store/open_store.ts";

/** Lease time in milliseconds, in tests with runners whose stopwatch the test controls. */
const LEASE_MS = 10_000;

Deno.test("a stopping runner returns its job to its former place in the queue", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const gate = new Gate();
    const first = runningJobs(store, {
      work: [scriptedWork(async ({ options }) => {
        await Promise.race([gate.pass(), rejection(options.signal)]);
        return null;
      })],
      clock,
    });
    const jobs = [await submittedJob(store, account.id), await submittedJob(store, account.id)];
    await gate.reached;
    await first.stop();
    const back = await store.jobs.get(account.id, jobs[0].id);
    assert.deepEqual([back.status, back.attempt, back.startedAt], ["queued", 1, null]);
    const order: string[] = [];
    const second = runningJobs(store, { work: [scriptedWork()], clock, queue: noting(store.jobQueue, order) });
    for (const job of jobs) assert.equal((await finished(store, job)).status, "succeeded");
    await second.stop();
    assert.deepEqual(order, jobs.map(({ id }) => id));
  }));

Deno.test("a runner that claims a job again while its earlier attempt is still ending keeps control of the new attempt", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const [ending, again] = [new Gate(), new Gate()];
    const work = scriptedWork(async ({ number, options: { signal } }) => {
      if (number === 1) await ending.pass();
      else await Promise.all([again.pass(), new Promise((_, reject) => signal?.addEventListener("abort", reject))]);
      return null;
    });
    const runner = runningJobs(store, { work: [work], clock, atOnce: 2 });
    const { id } = await submittedJob(store, account.id);
    await ending.reached;
    await store.jobs.requeue(id);
    await again.reached;
    ending.open();
    await until(() => runner.counts.get("jobs.finished optimization fenced") === 1);
    await runner.stop();
    const { status, attempt } = await store.jobs.get(account.id, id);
    assert.deepEqual([status, attempt], ["queued", 2]);
    assert.deepEqual(await store.jobQueue.leases(), []);
  }));

Deno.test("a stopping runner stores a result that it has computed", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const gate = new Gate();
    const artifacts = {
      write: async (...given: Parameters<Store["artifacts"]["write"]>) => {
        await gate.pass();
        return await store.artifacts.write(...given);
      },
    };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, artifacts });
    const job = await submittedJob(store, account.id);
    await gate.reached;
    const stopped = runner.stop();
    gate.open();
    await stopped;
    assert.equal((await store.jobs.get(account.id, job.id)).status, "succeeded");
  }));

Deno.test(
  testInTurn(
    "a stopping runner waits for an unresponsive bucket only for its grace period, and returns the job to the queue",
    () =>
      withStore(async ({ store, clock }) => {
        const { account } = await accountWithCredentials(store);
        const gate = new Gate();
        const artifacts = silentBucket(gate);
        const timing = { graceMs: 10 };
        const runner = runningJobs(store, { work: [scriptedWork()], clock, artifacts, timing });
        const job = await submittedJob(store, account.id);
        await gate.reached;
        await runner.stop();
        const back = await store.jobs.get(account.id, job.id);
        assert.deepEqual([back.status, back.attempt], ["queued", 1]);
        gate.open();
      }),
  ),
);

Deno.test(
  testInTurn(
    "a stopping runner with an unresponsive bucket also ends if the job was cancelled while its result was written",
    () =>
      withStore(async ({ store, clock }) => {
        const { account } = await accountWithCredentials(store);
        const gate = new Gate();
        let looks = 0;
        const artifacts = silentBucket(gate);
        const queue = { ...store.jobQueue, leases: () => (looks++, store.jobQueue.leases()) };
        const timing = { graceMs: 10 };
        const runner = runningJobs(store, { work: [scriptedWork()], clock, artifacts, queue, timing });
        const job = await submittedJob(store, account.id);
        await gate.reached;
        await store.jobs.cancel(account.id, job.id);
        const looked = looks;
        await until(() => looks > looked + 1, "the runner to miss its lease");
        await runner.stop();
        assert.equal((await store.jobs.get(account.id, job.id)).status, "cancelled");
        gate.open();
      }),
  ),
);

Deno.test("a success that is confirmed only after the runner has missed its lease counts as a success", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const gate = new Gate();
    let looks = 0;
    const queue: JobQueue = {
      ...store.jobQueue,
      async succeed(...given) {
        const isDone = await store.jobQueue.succeed(...given);
        await gate.pass();
        return isDone;
      },
      leases: () => (looks++, store.jobQueue.leases()),
    };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue });
    await submittedJob(store, account.id);
    await gate.reached;
    const looked = looks;
    await until(() => looks > looked + 1);
    gate.open();
    await until(() => runner.counts.get("jobs.finished optimization succeeded") === 1);
    await runner.stop();
  }));

Deno.test("a job of a silent runner is taken over after the lease time, and that runner's late result is discarded", () =>
  withStore(async ({ store, clock, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const gate = new Gate();
    const job = await submittedJob(store, account.id);
    const silent: JobQueue = {
      ...store.jobQueue,
      beat: () => Promise.reject(new Error("cut off")),
      // The silent runner reads this fixed list of leases and so does not see that the job belongs to another runner.
      leases: () => Promise.resolve([{ jobId: job.id, accountId: account.id, attempt: 1, version: "1" }]),
    };
    const lost = runningJobs(store, {
      work: [scriptedWork(async () => {
        await gate.pass();
        return LOST;
      })],
      clock,
      queue: silent,
    });
    await gate.reached;
    const other = await openAgain();
    let elapsedMs = 0;
    const taker = runningJobs(other, {
      work: [scriptedWork()],
      clock,
      timing: { leaseMs: LEASE_MS },
      elapsedMs: () => elapsedMs,
    });
    await until(async () => {
      elapsedMs += LEASE_MS;
      return (await store.jobs.get(account.id, job.id)).finishedAt !== null;
    }, "the end of the job");
    const done = await store.jobs.get(account.id, job.id);
    assert.deepEqual([done.status, done.attempt], ["succeeded", 2]);
    assert.equal(taker.counts.get("jobs.leases_expired"), 1);
    gate.open();
    await until(() => lost.counts.get("jobs.finished optimization fenced") === 1);
    assert.deepEqual(await store.jobs.get(account.id, job.id), done);
    assert.equal((await store.artifacts.list(account.id, job.id)).length, 1);
    await taker.stop();
    await lost.stop();
  }));

Deno.test(
  testInTurn(
    "a job that takes many lease times stays with its living runner, although the clock jumps an hour both ways",
    () =>
      withStore(async ({ store, clock, openAgain }) => {
        const { account } = await accountWithCredentials(store);
        const gate = new Gate();
        const work = scriptedWork(async () => {
          await gate.pass();
          return null;
        });
        let [elapsedMs, beats] = [0, 0];
        const looks = [0, 0];
        const runners = [store, await openAgain()].map(({ jobQueue, artifacts }, index) =>
          runningJobs({ jobQueue, artifacts }, {
            work: [work],
            clock,
            timing: { leaseMs: LEASE_MS },
            elapsedMs: () => elapsedMs,
            queue: {
              ...jobQueue,
              beat: (...given) => jobQueue.beat(...given).finally(() => beats++),
              leases: () => jobQueue.leases().finally(() => looks[index]++),
            },
          })
        );
        const job = await submittedJob(store, account.id);
        await gate.reached;
        for (const jump of [HOUR_MS, -2 * HOUR_MS, HOUR_MS]) {
          clock.nowMs += jump;
          for (let third = 0; third < 9; third++) {
            const beatsBefore = beats;
            elapsedMs += LEASE_MS / 3;
            await until(() => beats > beatsBefore, "a beat");
            const looksBefore = [...looks];
            await until(() => looks.every((count, index) => count >= looksBefore[index] + 2), "looks of both runners");
          }
          assert.equal((await store.jobs.get(account.id, job.id)).attempt, 1);
        }
        gate.open();
        assert.deepEqual([(await finished(store, job)).attempt], [1]);
        for (const runner of runners) await runner.stop();
      }),
  ),
);

Deno.test("two runners on one database file compute each of 30 jobs once", () =>
  withStore(async ({ store, clock, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const work = scriptedWork();
    const runners = [store, await openAgain()].map((one) => runningJobs(one, { work: [work], clock, atOnce: 3 }));
    const jobs = await Promise.all(Array.from({ length: 30 }, () => submittedJob(store, account.id)));
    for (const job of jobs) assert.deepEqual([(await finished(store, job)).attempt], [1]);
    for (const runner of runners) await runner.stop();
    const succeeded = runners.map(({ counts }) => counts.get("jobs.finished optimization succeeded") ?? 0);
    assert.equal(succeeded[0] + succeeded[1], 30);
    assert.equal((await store.meters.usage(account.id))[0].used, 30);
  }));

Deno.test("a queue message that is delivered twice, or that names no job, changes nothing", () =>
  withStore(async ({ store, kv, clock, random }) => {
    const account = (await accountWithCredentials(store)).account.id;
    const context = { kv, clock, random, announcesJobs: true };
    const announced = repositories(context, { planLimits: PLAN_LIMITS, artifactObjects: null });
    let rings = 0;
    const queue: JobQueue = {
      ...announced.jobQueue,
      listen: (ring) => announced.jobQueue.listen((ended) => (rings++, ring(ended))),
    };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue });
    const job = await submittedJob(announced, account);
    const deliver = (message: unknown) => kv.commit({ checks: [], mutations: [], message });
    for (const message of [{ job: job.id }, { job: job.id }, { job: "run_none" }, null]) await deliver(message);
    assert.equal((await finished(store, job)).attempt, 1);
    await deliver({ job: job.id });
    const next = await submittedJob(announced, account);
    assert.equal((await finished(store, next)).attempt, 1);
    await until(() => runner.counts.get("jobs.finished optimization succeeded") === 2);
    // The test expects nine notifications of the runner: two for each submission (directly and by its message), and one
    // for each of five further messages.
    await until(() => rings === 9);
    await runner.stop();
  }));

Deno.test("a runner finds a queued job without a queue message", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const queue: JobQueue = { ...store.jobQueue, listen: () => Promise.reject(new Error("no messages here")) };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue });
    const job = await submittedJob(store, account.id);
    assert.equal((await finished(store, job)).status, "succeeded");
    await runner.stop();
  }));

/** Test helper. Creates a bucket that does not respond until the gate opens, and then fails. */
function silentBucket(gate: Gate): Pick<Store["artifacts"], "write"> {
  return {
    async write() {
      await gate.pass();
      throw new Error("The bucket went away");
    },
  };
}
