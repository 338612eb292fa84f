import assert from "node:assert/strict";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { LAST_ATTEMPT_WAITS_MS } from "../domain/job.ts";
import type { JobId } from "../domain/identifier.ts";
import type { Lease } from "./lease.ts";

const LOST = { code: "worker_lost", detail: "The process ended" } as const;
const BUSY = { isIdle: false } as const;

/** Test helper. Submits two jobs; the first one has lost every attempt except its last. */
async function lastAttempt({ store }: TemporaryStore): Promise<{ readonly last: JobId; readonly other: JobId }> {
  const { account } = await accountWithCredentials(store);
  const { id: last } = await submittedJob(store, account.id);
  for (let attempt = 1; attempt < 3; attempt++) {
    const lease = await store.jobQueue.claim(null);
    assert.deepEqual([lease?.jobId, lease?.isLastChance], [last, false]);
    assert.ok(lease !== null);
    await store.jobQueue.lose(lease, LOST, { isOutage: false });
  }
  const { id: other } = await submittedJob(store, account.id);
  return { last, other };
}

Deno.test("the last attempt of a job waits for an idle runner, and delays no other job", () =>
  withStore(async (context) => {
    const { last, other } = await lastAttempt(context);
    const { jobQueue } = context.store;
    assert.equal((await jobQueue.claim(null, BUSY))?.jobId, other);
    assert.equal(await jobQueue.claim(null, BUSY), null);
    const alone = await jobQueue.claim(null);
    assert.deepEqual([alone?.jobId, alone?.isLastChance], [last, true]);
  }));

Deno.test("after ten minutes the last attempt of a job goes before other jobs, which a busy runner then does not get", () =>
  withStore(async (context) => {
    const { last, other } = await lastAttempt(context);
    const { jobQueue } = context.store;
    context.clock.nowMs += LAST_ATTEMPT_WAITS_MS;
    assert.equal(await jobQueue.claim(null, BUSY), null);
    assert.equal((await jobQueue.claim(null))?.jobId, last);
    assert.equal((await jobQueue.claim(null, BUSY))?.jobId, other);
  }));

Deno.test("a job whose attempt is lost goes to the end of its account's queue", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const jobs: JobId[] = [];
    for (let count = 0; count < 3; count++) jobs.push((await submittedJob(store, account.id)).id);
    const lease = await store.jobQueue.claim(null);
    assert.ok(lease !== null);
    await store.jobQueue.lose(lease, LOST);
    const order = [];
    for (let count = 0; count < 3; count++) order.push((await store.jobQueue.claim(null))?.jobId);
    assert.deepEqual(order, [jobs[1], jobs[2], jobs[0]]);
  }));

Deno.test("an attempt that a stopping runner gives back does not count as one of the three that may be lost", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    const endAttempt = async (end: (lease: Lease) => Promise<unknown>): Promise<boolean> => {
      const lease = await store.jobQueue.claim(null);
      assert.ok(lease !== null);
      await end(lease);
      return lease.isLastChance;
    };
    const giveBack = () => endAttempt((lease) => store.jobQueue.giveBack(lease));
    const lose = () => endAttempt((lease) => store.jobQueue.lose(lease, LOST));
    const ends = [giveBack, lose, giveBack, giveBack, lose, giveBack, lose];
    const lastChances: boolean[] = [];
    for (const end of ends) lastChances.push(await end());
    assert.deepEqual(lastChances, [false, false, false, false, false, true, true]);
    const { status, attempt, error } = await store.jobs.get(account.id, id);
    assert.deepEqual([status, attempt], ["failed", 7]);
    assert.match(error?.detail ?? "", /the job was tried 3 times/);
  }));
