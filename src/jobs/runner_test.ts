import assert from "node:assert/strict";
import { Gate, type RunningJobs, runningJobs, scriptedWork } from "../../tests/support/running_jobs.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { until } from "../../tests/support/until.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, jobIdOf } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { type Job, type JobError, mayBecome } from "../domain/job.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import type { JobQueue } from "../store/job_queue.ts";
import { keys } from "../store/keys.ts";
import { repositories } from "../store/mod.ts";
import type { Store } from "../store/open_store.ts";
import { knowsMethods } from "./kinds/knows_methods.ts";
import type { JobWork } from "./job_work.ts";
import type { StoreContext } from "../store/context.ts";
import { put, remove, write } from "../store/transaction.ts";

/** Of runners whose stopwatch the test drives. */
const LEASE_MS = 10_000;
const LOST: JobError = { code: "worker_lost", detail: "The worker was lost" };

Deno.test("a queued job runs, is uploaded and succeeds, with its artifacts and the times of each step", () =>
  withRunner(scriptedWork(), async ({ store, clock }, account, runner) => {
    const job = await submittedJob(store, account);
    const done = await finished(store, job);
    assert.equal(done.status, "succeeded");
    assert.deepEqual([done.attempt, done.error, done.progress.fraction], [1, null, 1]);
    assert.deepEqual([done.startedAt, done.uploadingAt, done.finishedAt], [clock.nowMs, clock.nowMs, clock.nowMs]);
    assert.deepEqual((await store.artifacts.list(account, job.id)).map(({ name }) => name), ["result.json"]);
    assert.equal((await store.meters.usage(account))[0].used, 1);
    assert.deepEqual(await workLeft(store), []);
    await until(() => runner.counts.get("jobs.finished optimization succeeded") === 1);
  }));

Deno.test("every change of a status that is seen is one of the table", () => {
  const work = scriptedWork(({ number }) => {
    if (number % 3 === 1) throw new DomainError("worker_lost", "The worker was lost");
    return number % 3 === 2 ? null : { code: "methods_failed", detail: "No method has an answer" };
  });
  return withRunner(work, async ({ store }, account) => {
    const jobs = await Promise.all(Array.from({ length: 6 }, () => submittedJob(store, account)));
    const seen = new Map(jobs.map(({ id }) => [id, "queued" as Job["status"]]));
    await until(async () => {
      let ended = 0;
      for (const { id } of jobs) {
        const { status } = await store.jobs.get(account, id);
        const before = seen.get(id) ?? status;
        assert.ok(before === status || isReachable(before, status), `${before} → ${status}`);
        seen.set(id, status);
        if (status === "succeeded" || status === "failed") ended++;
      }
      return ended === jobs.length;
    });
    assert.deepEqual(await workLeft(store), []);
  });
});

Deno.test("a domain failure ends the run with its code, its sentence and its conflict, at once", () => {
  const conflict = { rules: [{ family: "budget", rule: null, detail: "Too much" }], minimum: true };
  const work = scriptedWork(() => {
    throw new DomainError("constraints_infeasible", "Cannot meet all", { conflict });
  });
  return withRunner(work, async ({ store }, account) => {
    const done = await finished(store, await submittedJob(store, account));
    assert.deepEqual([done.status, done.attempt], ["failed", 1]);
    assert.deepEqual(done.error, { code: "constraints_infeasible", detail: "Cannot meet all", conflict });
  });
});

Deno.test("an unexpected failure is internal and says nothing of the inside, but the log does", () => {
  const work = scriptedWork(() => {
    throw new TypeError("a secret of the inside");
  });
  return withRunner(work, async ({ store }, account, runner) => {
    const done = await finished(store, await submittedJob(store, account));
    assert.equal(done.error?.code, "internal");
    assert.doesNotMatch(done.error?.detail ?? "", /secret/);
    await until(() => runner.events.some((event) => event.includes("a secret of the inside")));
  });
});

Deno.test("a run without an answer of any method fails with the error that was computed", () => {
  const error: JobError = { code: "methods_failed", detail: "No method has an answer" };
  return withRunner(scriptedWork(() => error), async ({ store }, account) => {
    const done = await finished(store, await submittedJob(store, account));
    assert.deepEqual([done.status, done.error], ["failed", error]);
    assert.deepEqual(await store.artifacts.list(account, done.id), []);
  });
});

Deno.test("a lost attempt goes to the end of the queue and succeeds the next time", () => {
  const work = scriptedWork(({ number }) => {
    if (number === 1) throw new DomainError("worker_lost", LOST.detail);
    return null;
  });
  return withRunner(work, async ({ store, openAgain }, account) => {
    const jobs = [await submittedJob(store, account), await submittedJob(store, account)];
    const again = await openAgain();
    const done = await Promise.all(jobs.map((job) => finished(again, job)));
    assert.deepEqual(done.map(({ status, attempt, error }) => [status, attempt, error]), [
      ["succeeded", 2, null],
      ["succeeded", 1, null],
    ]);
    assert.equal((await store.meters.usage(account))[0].used, 2);
  });
});

Deno.test("the third attempt that is lost is the last, and the run says why", () => {
  const work = scriptedWork(() => {
    throw new DomainError("worker_lost", LOST.detail);
  });
  return withRunner(work, async ({ store }, account) => {
    const done = await finished(store, await submittedJob(store, account));
    assert.deepEqual([done.status, done.attempt, done.error?.code], ["failed", 3, "worker_lost"]);
    assert.match(done.error?.detail ?? "", /The worker was lost; it was tried 3 times/);
    assert.deepEqual(await workLeft(store), []);
  });
});

Deno.test("a cancelled computation is told to stop, and what it answers late changes nothing", () => {
  const gate = new Gate();
  let isAborted = false;
  const work = scriptedWork(async ({ options }) => {
    options.signal?.addEventListener("abort", () => isAborted = true);
    await gate.pass();
    return null;
  });
  return withRunner(work, async ({ store }, account, runner) => {
    const job = await submittedJob(store, account);
    await gate.reached;
    const cancelled = await store.jobs.cancel(account, job.id);
    assert.equal(cancelled.status, "cancelled");
    await until(() => isAborted);
    gate.open();
    await until(() => runner.counts.get("jobs.finished optimization fenced") === 1);
    assert.deepEqual(await store.jobs.get(account, job.id), cancelled);
    assert.deepEqual(await store.artifacts.list(account, job.id), []);
    assert.deepEqual(await workLeft(store), []);
  });
});

Deno.test("a run cancelled while it is uploading stays cancelled, without artifacts", () =>
  withStore(async (context) => {
    const { store, clock } = context;
    const { account } = await accountWithCredentials(store);
    const gate = new Gate();
    const artifacts = {
      write: async (...given: Parameters<Store["artifacts"]["write"]>) => {
        const written = await store.artifacts.write(...given);
        await gate.pass();
        return written;
      },
    };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, artifacts });
    const job = await submittedJob(store, account.id);
    await gate.reached;
    assert.equal((await store.jobs.get(account.id, job.id)).status, "uploading");
    await store.jobs.cancel(account.id, job.id);
    gate.open();
    await until(() => runner.counts.get("jobs.finished optimization fenced") === 1);
    await runner.stop();
    assert.equal((await store.jobs.get(account.id, job.id)).status, "cancelled");
    clock.nowMs += 2 * HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual((await context.list()).filter((key) => /chunk|artifact/.test(key)), []);
  }));

Deno.test("a runner that stops gives back what it computes, to its place and without blame", () =>
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

Deno.test("a runner that takes a job again while it still ends the attempt before keeps hold of the new one", () =>
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

Deno.test("a runner that stops stores what it has computed", () =>
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

Deno.test("a job whose runner is silent is taken over within a lease, and the late answer is fenced off", () =>
  withStore(async ({ store, clock, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const gate = new Gate();
    const job = await submittedJob(store, account.id);
    const silent: JobQueue = {
      ...store.jobQueue,
      beat: () => Promise.reject(new Error("cut off")),
      // It does not see that the job is another's.
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

Deno.test("a job that takes many leases is left to its living runner, though the clock jumps an hour both ways", () =>
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
  }));

Deno.test("two runners on one file compute each of 30 jobs once", () =>
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

Deno.test("a message that is delivered twice, or for a job that is none, changes nothing", () =>
  withStore(async ({ store, kv, clock, random }) => {
    const account = (await accountWithCredentials(store)).account.id;
    const context = { kv, clock, random, announcesJobs: true };
    const announced = repositories(context, { planLimits: PLAN_LIMITS, artifactObjects: null });
    let rings = 0;
    const queue: JobQueue = {
      ...announced.jobQueue,
      listen: (ring) => announced.jobQueue.listen(() => (rings++, ring())),
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
    // Each submission rings by itself and by its message, and five messages were sent besides.
    await until(() => rings === 9);
    await runner.stop();
  }));

Deno.test("a job is found without a message", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const queue: JobQueue = { ...store.jobQueue, listen: () => Promise.reject(new Error("no messages here")) };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue });
    const job = await submittedJob(store, account.id);
    assert.equal((await finished(store, job)).status, "succeeded");
    await runner.stop();
  }));

Deno.test("accounts with queued jobs are served in turn", () =>
  withStore(async ({ store, clock }) => {
    const ada = (await accountWithCredentials(store)).account.id;
    const bob = (await accountWithCredentials(store, "bob@example.com")).account.id;
    const eve = (await accountWithCredentials(store, "eve@example.com")).account.id;
    const owners = new Map<string, AccountId>();
    for (const account of [ada, ada, ada, ada, bob, bob, eve]) {
      owners.set((await submittedJob(store, account)).id, account);
    }
    const order: string[] = [];
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue: noting(store.jobQueue, order) });
    await until(() => order.length === 7);
    await runner.stop();
    assert.deepEqual(order.map((id) => owners.get(id)), [ada, bob, eve, ada, bob, ada, ada]);
  }));

Deno.test("a runner passes over kinds and methods that it does not know, which a newer one computes", () =>
  withStore(async (context) => {
    const { store, kv, clock } = context;
    const { account } = await accountWithCredentials(store);
    const unknownKind = keys.queuedJob(account.id, "01K", jobIdOf("new_01K00000000000000000000001"));
    const lease = keys.leasedJob(jobIdOf("new_01K00000000000000000000002"));
    await write(context, [put(unknownKind, account.id), put(lease, { accountId: account.id, attempt: 1 })]);
    const newer = await submittedJob(store, account.id, { methods: ["min_volatility", "of_a_newer_version"] });
    const other = await submittedJob(store, account.id, { kind: "backtest" });
    const known = await submittedJob(store, account.id);
    const work = { ...scriptedWork(), knows: knowsMethods };
    let [elapsedMs, looks] = [0, 0];
    const runner = runningJobs(store, {
      work: [work],
      clock,
      timing: { leaseMs: LEASE_MS },
      elapsedMs: () => elapsedMs,
      queue: { ...store.jobQueue, leases: () => store.jobQueue.leases().finally(() => looks++) },
    });
    assert.equal((await finished(store, known)).status, "succeeded");
    for (let lease = 0; lease < 2; lease++) {
      const before = looks;
      elapsedMs += LEASE_MS;
      await until(() => looks >= before + 2, "looks at the queue");
    }
    await runner.stop();
    for (const { id } of [newer, other]) {
      const { status, attempt } = await store.jobs.get(account.id, id);
      assert.deepEqual([status, attempt], ["queued", 0]);
    }
    for (const key of [unknownKind, lease]) assert.notEqual((await kv.get(key)).value, null);
    const newest = runningJobs(store, { work: [scriptedWork(), { ...scriptedWork(), kind: "backtest" }], clock });
    for (const job of [newer, other]) assert.equal((await finished(store, job)).status, "succeeded");
    await newest.stop();
  }));

Deno.test("an account that took every worker makes room for another that comes, and takes them back afterwards", () =>
  withStore(async ({ store, clock }) => {
    const ada = (await accountWithCredentials(store)).account.id;
    const bob = (await accountWithCredentials(store, "bob@example.com")).account.id;
    const gate = new Gate();
    const longOnes = new Set<string>();
    let computing = 0;
    const work = scriptedWork(async ({ task, options: { signal } }) => {
      if (!longOnes.has(task.id)) return null;
      computing++;
      await Promise.race([gate.pass(), rejection(signal)]).finally(() => computing--);
      return null;
    });
    for (let count = 0; count < 5; count++) longOnes.add((await submittedJob(store, ada)).id);
    const runner = runningJobs(store, { work: [work], clock, atOnce: 3 });
    await until(() => computing === 3, "every worker at work for one account");
    for (let count = 0; count < 4; count++) {
      const done = await finished(store, await submittedJob(store, bob));
      assert.deepEqual([done.status, done.attempt], ["succeeded", 1]);
    }
    await until(() => computing === 3, "every worker at work again");
    gate.open();
    for (const id of longOnes) {
      await until(async () => (await store.jobs.get(ada, id as Job["id"])).status === "succeeded", "the long jobs");
    }
    await runner.stop();
    assert.equal(runner.counts.get("jobs.attempts_lost") ?? 0, 0);
  }));

Deno.test("a runner holds as many jobs at once as it was told", () => {
  let [now, most, looks] = [0, 0, 0];
  const gate = new Gate();
  const work = scriptedWork(async () => {
    most = Math.max(most, ++now);
    await gate.pass();
    now--;
    return null;
  });
  return withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const jobs = await Promise.all(Array.from({ length: 9 }, () => submittedJob(store, account.id)));
    const queue: JobQueue = { ...store.jobQueue, leases: () => store.jobQueue.leases().finally(() => looks++) };
    const runner = runningJobs(store, { work: [work], clock, atOnce: 3, queue });
    await until(() => now === 3, "three jobs at once");
    const looksBefore = looks;
    await until(() => looks >= looksBefore + 3, "looks at what is queued");
    gate.open();
    for (const job of jobs) await finished(store, job);
    await runner.stop();
    assert.equal(most, 3);
  });
});

Deno.test("progress reaches the record, and not as often as it is told", () => {
  const told = 500;
  const gate = new Gate();
  const work = scriptedWork(async ({ options }) => {
    for (let step = 1; step <= told; step++) options.onProgress?.({ phase: "min_cvar", fraction: step / told / 2 });
    await gate.pass();
    return null;
  });
  return withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    let beats = 0;
    const queue: JobQueue = {
      ...store.jobQueue,
      beat: (...given) => {
        if (given[1] !== null) beats++;
        return store.jobQueue.beat(...given);
      },
    };
    const runner = runningJobs(store, { work: [work], clock, queue });
    const job = await submittedJob(store, account.id);
    await until(async () => (await store.jobs.get(account.id, job.id)).progress.fraction === 0.5);
    assert.deepEqual((await store.jobs.get(account.id, job.id)).progress, { phase: "min_cvar", fraction: 0.5 });
    gate.open();
    await finished(store, job);
    await runner.stop();
    assert.ok(beats <= 2, `${beats} beats`);
  });
});

Deno.test("inputs are stored before they are computed from, and a later attempt gets the same", () => {
  const inputs = new Uint8Array(150_000).map((_, index) => index % 251);
  const given: (Uint8Array | null)[] = [];
  const work = scriptedWork(({ task, number }) => {
    given.push(task.inputs);
    if (number === 1) throw new DomainError("worker_lost", LOST.detail);
    return null;
  }, { inputs });
  return withRunner(work, async ({ store }, account) => {
    const done = await finished(store, await submittedJob(store, account));
    assert.equal(done.status, "succeeded");
    assert.deepEqual(given, [null, inputs]);
  });
});

Deno.test("a run whose config or whose stored inputs are gone fails with input_lost", () => {
  const large = new TextEncoder().encode(JSON.stringify({ filler: "x".repeat(200_000) }));
  return withStore(async ({ store, clock, kv, random }) => {
    const { account } = await accountWithCredentials(store);
    const withoutConfig = await submittedJob(store, account.id, {}, { config: large });
    await deleteChunks({ kv, random }, account.id);
    const work = scriptedWork(async ({ number }) => {
      if (number > 1) return null;
      await deleteChunks({ kv, random }, account.id);
      throw new DomainError("worker_lost", LOST.detail);
    }, { inputs: large });
    const runner = runningJobs(store, { work: [work], clock });
    const withoutInputs = await submittedJob(store, account.id);
    for (const job of [withoutConfig, withoutInputs]) {
      const done = await finished(store, job);
      assert.deepEqual([done.status, done.error?.code], ["failed", "input_lost"]);
    }
    await runner.stop();
  });
});

Deno.test("a result that the store does not take is stored when it does, by the same attempt", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    let refusals = 3;
    const queue: JobQueue = {
      ...store.jobQueue,
      succeed: (...given) => {
        if (refusals-- > 0) return Promise.reject(new DomainError("not_ready", "The disk is full"));
        return store.jobQueue.succeed(...given);
      },
    };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue });
    const done = await finished(store, await submittedJob(store, account.id));
    await runner.stop();
    assert.deepEqual([done.status, done.attempt], ["succeeded", 1]);
    assert.equal((await store.artifacts.list(account.id, done.id)).length, 1);
  }));

Deno.test("what a job is computed from is read when the store answers again, by the same attempt", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    let refusals = 3;
    const queue: JobQueue = {
      ...store.jobQueue,
      config: (job) => refusals-- > 0 ? Promise.reject(new Error("cut off")) : store.jobQueue.config(job),
    };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue });
    const done = await finished(store, await submittedJob(store, account.id));
    await runner.stop();
    assert.deepEqual([done.status, done.attempt], ["succeeded", 1]);
  }));

Deno.test("a job waits longer after each outage, which is no loss of its own, and fails after the eighth", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    const outage = { code: "internal", detail: "The store of the service did not answer" } as const;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      const began = clock.nowMs;
      let lease = await store.jobQueue.claim(null);
      while (lease === null) {
        clock.nowMs += 1_000;
        lease = await store.jobQueue.claim(null);
      }
      waits.push((clock.nowMs - began) / 1_000);
      assert.equal(lease.isLastChance, false);
      await store.jobQueue.lose(lease, outage, { isOutage: true });
    }
    assert.deepEqual(waits, [0, 5, 10, 20, 40, 80, 160, 320]);
    const { status, error } = await store.jobs.get(account.id, id);
    assert.deepEqual([status, error?.code], ["failed", "internal"]);
  }));

Deno.test("a clock that is an hour behind does not hold up a job that waits after an outage", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    await submittedJob(store, account.id);
    const lease = await store.jobQueue.claim(null);
    assert.ok(lease);
    await store.jobQueue.lose(lease, LOST, { isOutage: true });
    assert.equal(await store.jobQueue.claim(null), null);
    clock.nowMs -= HOUR_MS;
    assert.equal((await store.jobQueue.claim(null))?.attempt, 2);
  }));

Deno.test("what a run is computed from and is never loaded fails the run", () => {
  const work = { ...scriptedWork(), prepare: () => new Promise<never>(() => {}) };
  return withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const runner = runningJobs(store, { work: [work], clock, timing: { preparationMs: 50 } });
    const done = await finished(store, await submittedJob(store, account.id));
    await runner.stop();
    assert.deepEqual([done.status, done.error?.code], ["failed", "market_data_unavailable"]);
    assert.match(done.error?.detail ?? "", /was not loaded within 50 ms/);
  });
});

Deno.test("a computation past its time is given up and not tried again", () => {
  const work = scriptedWork(({ options }) => rejection(options.signal));
  return withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const runner = runningJobs(store, { work: [work], clock, timing: { computationMs: 50 } });
    const done = await finished(store, await submittedJob(store, account.id));
    await runner.stop();
    assert.deepEqual([done.status, done.attempt, done.error?.code], ["failed", 1, "worker_lost"]);
    assert.match(done.error?.detail ?? "", /was not done within 50 ms/);
  });
});

Deno.test("a run whose account is deleted is dropped, and nothing is left of it", () => {
  const gate = new Gate();
  const work = scriptedWork(async () => {
    await gate.pass();
    return null;
  });
  return withStore(async ({ store, clock, list }) => {
    const { account } = await accountWithCredentials(store);
    const runner = runningJobs(store, { work: [work], clock });
    await submittedJob(store, account.id);
    await submittedJob(store, account.id);
    await gate.reached;
    await store.accounts.delete(account.id);
    await store.maintenance.sweep();
    gate.open();
    await until(() => runner.counts.get("jobs.finished optimization fenced") === 1);
    await runner.stop();
    clock.nowMs += 2 * HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual((await list()).filter((key) => key.includes(account.id) || key.includes("run_")), []);
  });
});

/** A runner of scripted work on a new store with one account. */
function withRunner(
  work: JobWork,
  test: (context: TemporaryStore, account: AccountId, runner: RunningJobs) => Promise<void>,
): Promise<void> {
  return withStore(async (context) => {
    const { account } = await accountWithCredentials(context.store);
    const runner = runningJobs(context.store, { work: [work], clock: context.clock });
    try {
      await test(context, account.id, runner);
    } finally {
      await runner.stop();
    }
  });
}

async function finished(store: Store, { accountId, id }: Job): Promise<Job> {
  await until(async () => (await store.jobs.get(accountId, id)).finishedAt !== null, `the end of ${id}`);
  return await store.jobs.get(accountId, id);
}

/** Within as many steps as a poll may miss. */
function isReachable(from: Job["status"], to: Job["status"], steps = 8): boolean {
  if (steps === 0) return false;
  if (mayBecome(from, to)) return true;
  return (["queued", "running", "uploading"] as const).some((next) =>
    mayBecome(from, next) && isReachable(next, to, steps - 1)
  );
}

/** Leases, and what could be claimed still. */
async function workLeft({ jobQueue }: Store): Promise<readonly unknown[]> {
  return [...await jobQueue.leases(), ...[await jobQueue.claim(null)].filter((lease) => lease !== null)];
}

/** The queue, noting which jobs are claimed. */
function noting(queue: JobQueue, order: string[]): JobQueue {
  return {
    ...queue,
    async claim(after, options) {
      const lease = await queue.claim(after, options);
      if (lease !== null) order.push(lease.jobId);
      return lease;
    },
  };
}

function rejection(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

async function deleteChunks(context: Pick<StoreContext, "kv" | "random">, account: AccountId): Promise<void> {
  const entries = await Array.fromAsync(context.kv.list({ prefix: ["owned", account, "chunks"] }));
  await write(context, entries.map(({ key }) => remove(key)));
}
