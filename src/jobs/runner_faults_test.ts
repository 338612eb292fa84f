import assert from "node:assert/strict";
import {
  finished,
  Gate,
  LOST,
  rejection,
  runningJobs,
  scriptedWork,
  withRunner,
  workLeft,
} from "../../tests/support/running_jobs.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { testInTurn } from "../../tests/support/tier.ts";
import { inTime, until } from "../../tests/support/until.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { JobQueue } from "../store/job_queue.ts";
import type { StoreContext } from "../store/context.ts";
import { remove, write } from "../store/transaction.ts";

Deno.test("a job whose attempt is lost is queued again and succeeds in its second attempt", () => {
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

Deno.test("a run fails after its third lost attempt, with the reason", () => {
  const work = scriptedWork(() => {
    throw new DomainError("worker_lost", LOST.detail);
  });
  return withRunner(work, async ({ store }, account) => {
    const done = await finished(store, await submittedJob(store, account));
    assert.deepEqual([done.status, done.attempt, done.error?.code], ["failed", 3, "worker_lost"]);
    assert.match(done.error?.detail ?? "", /The worker was lost; the job was tried 3 times/);
    assert.deepEqual(await workLeft(store), []);
  });
});

Deno.test("a run whose config is gone fails with input_lost, and so does a backtest of a run whose inputs are gone", () => {
  const large = new TextEncoder().encode(JSON.stringify({ filler: "x".repeat(200_000) }));
  return withStore(async ({ store, clock, kv, random }) => {
    const { account } = await accountWithCredentials(store);
    const withoutConfig = await submittedJob(store, account.id, {}, { config: large });
    await deleteChunks({ kv, random }, account.id);
    const work = [scriptedWork(() => null, { inputs: large }), { ...scriptedWork(), kind: "backtest" as const }];
    const runner = runningJobs(store, { work, clock });
    const run = await finished(store, await submittedJob(store, account.id));
    await deleteChunks({ kv, random }, account.id);
    const withoutInputs = await submittedJob(store, account.id, { kind: "backtest", parentRunId: run.id });
    for (const job of [withoutConfig, withoutInputs]) {
      const done = await finished(store, job);
      assert.deepEqual([done.status, done.error?.code], ["failed", "input_lost"]);
    }
    await runner.stop();
  });
});

Deno.test("a result that the store refuses for a while is stored later by the same attempt", () =>
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

Deno.test("a config that cannot be read from the store for a while is read later by the same attempt", () =>
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

Deno.test("a job waits longer after each outage, which does not count as a lost attempt, and fails after the eighth", () =>
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

Deno.test("a clock that jumps back an hour does not delay a job that waits after an outage", () =>
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

Deno.test("a runner that takes no more jobs ends also while its store is away", () =>
  withStore(async ({ store, clock }) => {
    const queue: JobQueue = { ...store.jobQueue, leases: () => Promise.reject(new DomainError("not_ready", "Away")) };
    const over = new AbortController();
    const runner = runningJobs(store, { work: [scriptedWork()], clock, queue, noMoreJobs: over.signal });
    await until(() => runner.events.some((event) => event.startsWith("queue unreachable")));
    over.abort();
    await inTime(runner.ended, () => "the runner to end");
  }));

Deno.test("a run whose market data is not loaded in time fails with market_data_unavailable", () => {
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

Deno.test("a computation beyond its time limit fails the run without another attempt", () => {
  const work = scriptedWork(({ options }) => rejection(options.signal));
  return withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    const runner = runningJobs(store, { work: [work], clock, timing: { computationMs: 50 } });
    const done = await finished(store, await submittedJob(store, account.id));
    await runner.stop();
    assert.deepEqual([done.status, done.attempt, done.error?.code], ["failed", 1, "worker_lost"]);
    assert.match(done.error?.detail ?? "", /exceeded its limit of 50 ms/);
  });
});

Deno.test("a run whose account is deleted while it is computed is abandoned, and leaves nothing stored", () => {
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

async function deleteChunks(context: Pick<StoreContext, "kv" | "random">, account: AccountId): Promise<void> {
  const entries = await Array.fromAsync(context.kv.list({ prefix: ["owned", account, "chunks"] }));
  await write(context, entries.map(({ key }) => remove(key)));
}

Deno.test(
  testInTurn(
    "a stopping runner waits for a write that the store answers, and not for one that hangs",
    () =>
      withStore(async ({ store, clock }) => {
        const { account } = await accountWithCredentials(store);
        await submittedJob(store, account.id);
        let written = 0;
        const stopAt = async (gate: Gate): Promise<() => Promise<void>> => {
          const storeInputs: JobQueue["storeInputs"] = async (...given) => {
            await gate.pass();
            const isStored = await store.jobQueue.storeInputs(...given);
            written++;
            return isStored;
          };
          const work = [scriptedWork(() => null, { inputs: new TextEncoder().encode("{}") })];
          const runner = runningJobs(store, { work, clock, queue: { ...store.jobQueue, storeInputs } });
          await gate.reached;
          return () => runner.stop();
        };
        const away = new Gate(), there = new Gate();
        const stopAway = await stopAt(away);
        await stopAway();
        assert.equal(written, 0);
        const stopThere = await stopAt(there);
        const stopped = stopThere();
        there.open();
        await stopped;
        assert.equal(written, 1);
        away.open();
        await until(() => written === 2);
      }),
  ),
);
