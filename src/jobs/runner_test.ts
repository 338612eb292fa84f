import assert from "node:assert/strict";
import {
  finished,
  Gate,
  runningJobs,
  type ScriptedComputation,
  scriptedWork,
  withRunner,
  workLeft,
} from "../../tests/support/running_jobs.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { until } from "../../tests/support/until.ts";
import { DomainError } from "../domain/errors.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { type Job, type JobError, mayBecome } from "../domain/job.ts";
import type { JobQueue } from "../store/job_queue.ts";
import type { Store } from "../store/open_store.ts";

Deno.test("a queued job runs, is uploaded and succeeds, with its artifacts and the time of each step", () =>
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

Deno.test("the files of a run are written while its status changes, and anew where the store refused the first attempt", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const steps: string[] = [];
    const queue: JobQueue = {
      ...store.jobQueue,
      beginUpload: (lease) => (steps.push("begin upload"), store.jobQueue.beginUpload(lease)),
    };
    const write: Store["artifacts"]["write"] = async (...given) => {
      steps.push("write");
      if (steps.length === 1) throw new DomainError("not_ready", "The bucket is away");
      return await store.artifacts.write(...given);
    };
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue, artifacts: { write } });
    const job = await finished(store, await submittedJob(store, account.id));
    await runner.stop();
    assert.deepEqual(steps, ["write", "begin upload", "write"]);
    assert.deepEqual([job.status, job.attempt], ["succeeded", 1]);
    assert.equal((await store.artifacts.list(account.id, job.id)).length, 1);
  }));

Deno.test("a runner with a bound leaves jobs of more work to another, and takes those behind them and those of no known work", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const large = await submittedJob(store, account.id, { work: 501 });
    const within = [await submittedJob(store, account.id, { work: 500 }), await submittedJob(store, account.id)];
    const bounded = runningJobs(store, { work: [scriptedWork()], clock, workLimit: 500 });
    for (const job of within) assert.equal((await finished(store, job)).status, "succeeded");
    await bounded.stop();
    assert.equal((await store.jobs.get(account.id, large.id)).status, "queued");
    const boundless = runningJobs(store, { work: [scriptedWork()], clock });
    assert.equal((await finished(store, large)).status, "succeeded");
    await boundless.stop();
  }));

Deno.test("every observed change of a job's status follows the allowed transitions", () => {
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

Deno.test("a domain error fails the run in its first attempt, with the error's code, sentence and conflict", () => {
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

Deno.test("an unexpected error fails the run as internal without its message, which only the log has", () => {
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

Deno.test("a run in which no method has an answer fails with the computed error and stores no artifacts", () => {
  const error: JobError = { code: "methods_failed", detail: "No method has an answer" };
  return withRunner(scriptedWork(() => error), async ({ store }, account) => {
    const done = await finished(store, await submittedJob(store, account));
    assert.deepEqual([done.status, done.error], ["failed", error]);
    assert.deepEqual(await store.artifacts.list(account, done.id), []);
  });
});

Deno.test("a cancelled computation is told to stop, and its late result changes nothing", () => {
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

Deno.test("the progress of a computation reaches the record of its job, in fewer writes than reports", () => {
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

Deno.test("the inputs of a run are stored with its result, and a backtest of the run gets the same ones", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const inputs = new Uint8Array(150_000).map((_, index) => index % 251);
    const given: (Uint8Array | null)[] = [];
    const note = ({ task }: ScriptedComputation): null => {
      given.push(task.inputs);
      return null;
    };
    const work = [scriptedWork(note, { inputs }), { ...scriptedWork(note), kind: "backtest" as const }];
    const runner = runningJobs(store, { work, clock });
    const run = await finished(store, await submittedJob(store, account.id));
    await finished(store, await submittedJob(store, account.id, { kind: "backtest", parentRunId: run.id }));
    await runner.stop();
    assert.deepEqual(given.map((bytes) => bytes?.toBase64()), [undefined, inputs.toBase64()]);
  }));

/** Test helper. Whether a job can get from one status to another within the number of steps that a poll may miss. */
function isReachable(from: Job["status"], to: Job["status"], steps = 8): boolean {
  if (steps === 0) return false;
  if (mayBecome(from, to)) return true;
  return (["queued", "running", "uploading"] as const).some((next) =>
    mayBecome(from, next) && isReachable(next, to, steps - 1)
  );
}
