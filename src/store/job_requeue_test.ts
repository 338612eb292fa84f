import assert from "node:assert/strict";
import { runningJobs, scriptedWork } from "../../tests/support/running_jobs.ts";
import { type AccountId, type JobId, jobIdOf } from "../domain/identifier.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { until } from "../../tests/support/until.ts";
import type { JobErrorCode } from "../domain/job.ts";
import type { Lease } from "./lease.ts";

const FIRST_PAGE = { limit: 100, cursor: null };

Deno.test("a failed run that is queued again is computed in further attempts, and is metered once", () =>
  withStore(async (context) => {
    const { store, clock } = context;
    await accountWithCredentials(store, "bob@example.com");
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    for (let attempts = 0; attempts < 3; attempts++) await lost(context);
    assert.equal((await store.jobs.get(account.id, id)).error?.code, "worker_lost");
    const again = await store.jobs.requeue(id);
    assert.deepEqual([again.status, again.error, again.finishedAt, again.attempt], ["queued", null, null, 3]);
    assert.deepEqual((await store.jobs.listActive(account.id, FIRST_PAGE)).items, [again]);
    const { items } = await store.jobs.listHistory(account.id, "optimization", { status: "failed" }, FIRST_PAGE);
    assert.deepEqual(items, []);
    await lost(context);
    assert.equal((await store.jobs.get(account.id, id)).status, "queued", "its former losses are forgotten");
    const runner = runningJobs(store, { work: [scriptedWork()], clock });
    await until(async () => (await store.jobs.get(account.id, id)).status === "succeeded", "the run");
    await runner.stop();
    assert.equal((await store.jobs.get(account.id, id)).attempt, 5);
    assert.equal((await store.meters.usage(account.id))[0].used, 1);
  }));

Deno.test("a run that is queued again while a runner computes it is taken away from that runner", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    const lease = await claimed(context);
    await store.jobs.requeue(id);
    assert.equal(await store.jobQueue.beat(lease, null), false);
    assert.equal(await store.jobQueue.beginUpload(lease), false);
    assert.deepEqual(await store.jobQueue.leases(), []);
    assert.equal((await claimed(context)).attempt, 2);
    assert.equal(await store.jobQueue.beginUpload(lease), false);
  }));

Deno.test("a run that waits, has succeeded, was cancelled, or failed because of its request cannot be queued again", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const refused = async (id: JobId, code: string): Promise<void> => {
      const before = await context.list();
      await assert.rejects(store.jobs.requeue(id), { code });
      assert.deepEqual(await context.list(), before);
    };
    const waiting = await submittedJob(store, account.id);
    await refused(waiting.id, "run_in_flight");
    await store.jobs.cancel(account.id, waiting.id);
    await refused(waiting.id, "job_finished");
    await refused(await failedRun(context, account.id, "constraints_infeasible"), "job_finished");
    await refused(jobIdOf("run_01K0000000000000000000000A"), "not_found");
    await refused(jobIdOf("no id"), "not_found");
    await refused(await succeededRun(context, account.id), "job_finished");
    const lost = await failedRun(context, account.id, "input_lost");
    assert.equal((await store.jobs.requeue(lost)).status, "queued");
  }));

async function claimed({ store }: TemporaryStore): Promise<Lease> {
  const lease = await store.jobQueue.claim(null);
  assert.ok(lease);
  return lease;
}

async function lost(context: TemporaryStore): Promise<void> {
  await context.store.jobQueue.lose(await claimed(context), { code: "worker_lost", detail: "It was killed" });
}

async function failedRun(context: TemporaryStore, accountId: AccountId, code: JobErrorCode): Promise<JobId> {
  const { id } = await submittedJob(context.store, accountId);
  await context.store.jobQueue.fail(await claimed(context), { code, detail: "It failed" });
  return id;
}

async function succeededRun(context: TemporaryStore, accountId: AccountId): Promise<JobId> {
  const { jobQueue, artifacts } = context.store;
  const { id } = await submittedJob(context.store, accountId);
  const lease = await claimed(context);
  await jobQueue.beginUpload(lease);
  assert.ok(await jobQueue.succeed(lease, await artifacts.write(accountId, id, [])));
  return id;
}
