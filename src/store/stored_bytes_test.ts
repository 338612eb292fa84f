import assert from "node:assert/strict";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import {
  accountWithCredentials,
  stoppingAfter,
  type TemporaryStore,
  withStore,
} from "../../tests/support/temporary_store.ts";
import type { AccountId } from "../domain/identifier.ts";
import { PLAN_LIMITS, planLimits } from "../domain/plan.ts";
import type { ArtifactSet } from "./artifacts.ts";
import { deleteJob } from "./job_deletion.ts";
import { keys } from "./keys.ts";
import type { Lease } from "./lease.ts";
import { remove, write } from "./transaction.ts";

type Store = TemporaryStore["store"];

const CONFIG_BYTES = 1_000;
const INPUT_BYTES = 100_000;
const ARTIFACT_BYTES = 70_000;
const CONFIG = { config: new Uint8Array(CONFIG_BYTES) };
const LARGE = { config: new Uint8Array(900_000) };
const INPUTS = new Uint8Array(INPUT_BYTES).map((_, index) => index % 251);
const RUN_BYTES = CONFIG_BYTES + INPUT_BYTES + ARTIFACT_BYTES;
const LOST = { code: "worker_lost", detail: "" } as const;
const FAILED = { code: "methods_failed", detail: "" } as const;

Deno.test("the storage of an account counts a run's config, inputs and artifacts, and drops back when the run is deleted", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const run = await submittedJob(store, account.id, {}, CONFIG);
    assert.equal(await stored(store, account.id), CONFIG_BYTES);
    const lease = await claimed(store);
    await store.jobQueue.storeInputs(lease, INPUTS);
    assert.equal(await stored(store, account.id), CONFIG_BYTES + INPUT_BYTES);
    assert.ok(await store.jobQueue.succeed(lease, await artifactsOf(store, lease)));
    assert.equal(await stored(store, account.id), RUN_BYTES);
    const large = await submittedJob(store, account.id, {}, LARGE);
    assert.equal(await stored(store, account.id), RUN_BYTES + LARGE.config.length);
    await store.jobQueue.fail(await claimed(store), FAILED, await artifactsOf(store, { ...lease, jobId: large.id }));
    assert.equal(await stored(store, account.id), RUN_BYTES + LARGE.config.length + ARTIFACT_BYTES);
    await store.jobs.delete(account.id, run.id);
    await store.jobs.delete(account.id, large.id);
    assert.equal(await stored(store, account.id), 0);
  }));

Deno.test("repeated requests, lost attempts and attempts without a lease do not count storage twice", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const once = { ...CONFIG, idempotency: { key: "once", requestDigest: "digest" } };
    for (let time = 0; time < 3; time++) await submittedJob(store, account.id, {}, once);
    const first = await claimed(store);
    await store.jobQueue.storeInputs(first, INPUTS);
    const lostSet = await artifactsOf(store, first);
    await store.jobQueue.lose(first, LOST);
    const second = await claimed(store);
    await store.jobQueue.storeInputs(second, INPUTS.map((byte) => byte + 1));
    assert.equal(await store.jobQueue.succeed(first, lostSet), false);
    assert.ok(await store.jobQueue.succeed(second, await artifactsOf(store, second)));
    assert.equal(await store.jobQueue.succeed(second, await artifactsOf(store, second)), false);
    assert.equal(await stored(store, account.id), RUN_BYTES);
    await store.jobs.delete(account.id, second.jobId);
    assert.equal(await stored(store, account.id), 0);
  }));

Deno.test("inputs of a submission count once for all jobs that share them, and are released by a run that fails or is cancelled", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const submit = () => submittedJob(store, account.id, {}, { ...CONFIG, inputs: INPUTS });
    await Promise.all([submit(), submit()]);
    const third = await submit();
    assert.equal(await stored(store, account.id), 3 * CONFIG_BYTES + INPUT_BYTES);
    const lease = await claimed(store);
    assert.deepEqual(lease.inputs && await store.jobQueue.inputs(account.id, lease.inputs), INPUTS);
    assert.ok(await store.jobQueue.fail(lease, FAILED));
    await store.jobs.cancel(account.id, third.id);
    assert.equal(await stored(store, account.id), 3 * CONFIG_BYTES + INPUT_BYTES, "the second run has them still");
    await store.jobQueue.fail(await claimed(store), FAILED);
    assert.equal(await stored(store, account.id), 3 * CONFIG_BYTES);
    const again = await store.jobs.requeue(lease.jobId).catch(({ code }) => code);
    assert.equal(again, "job_finished", "a failure of the request is not repeated");
  }));

Deno.test("a backtest counts its own config and artifacts as storage, and shares the counted inputs of its run", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const run = await succeededRun(store, account.id);
    const backtest = await submittedJob(store, account.id, { kind: "backtest", parentRunId: run.jobId }, CONFIG);
    const lease = await claimed(store);
    assert.ok(await store.jobQueue.succeed(lease, await artifactsOf(store, lease)));
    assert.equal(await stored(store, account.id), RUN_BYTES + CONFIG_BYTES + ARTIFACT_BYTES);
    await store.jobs.delete(account.id, backtest.id);
    assert.equal(await stored(store, account.id), RUN_BYTES);
    await store.jobs.delete(account.id, run.jobId);
    assert.equal(await stored(store, account.id), 0);
  }));

Deno.test("a job chained to a run counts as storage from the success of the run", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const run = await submittedJob(store, account.id, {}, { ...CONFIG, chained: ["monte_carlo"] });
    const lease = await claimed(store);
    const chained = { kind: "monte_carlo", name: null, methods: [], config: new Uint8Array(10) } as const;
    await store.jobQueue.storeInputs(lease, INPUTS);
    assert.ok(await store.jobQueue.succeed(lease, await artifactsOf(store, lease), { chained: [chained] }));
    assert.equal(await stored(store, account.id), RUN_BYTES + chained.config.length);
    await store.jobQueue.fail(await claimed(store), FAILED);
    await store.jobs.delete(account.id, run.id);
    assert.equal(await stored(store, account.id), 0);
  }));

Deno.test("deleting a run frees its storage once, also if it is killed at any write or done by two processes at once", () =>
  withStore(async (context) => {
    const { store, openAgain } = context;
    const { account } = await accountWithCredentials(store);
    const stays = await submittedJob(store, account.id, {}, CONFIG);
    await store.jobs.cancel(account.id, stays.id);
    for (let commits = 0; commits < 4; commits++) {
      const deletion = { accountId: account.id, jobId: await runWithJobs(store, account.id) };
      const dying = { ...context, kv: stoppingAfter(context.kv, commits) };
      await deleteJob(dying, store.artifacts, deletion).catch(() => {});
      await store.maintenance.sweep();
      await store.jobs.delete(account.id, deletion.jobId).catch(() => {});
      assert.equal(await stored(store, account.id), CONFIG_BYTES, `killed after ${commits} commits`);
    }
    const id = await runWithJobs(store, account.id);
    const outcomes = await Promise.allSettled(
      [store, await openAgain()].map(({ jobs }) => jobs.delete(account.id, id)),
    );
    assert.ok(outcomes.some(({ status }) => status === "fulfilled"));
    await store.maintenance.sweep();
    assert.equal(await stored(store, account.id), CONFIG_BYTES);
  }));

Deno.test("a submission beyond the plan's storage is refused before it is written, until runs are deleted or the plan grows", () =>
  withStore(async ({ store, list }) => {
    const { account } = await accountWithCredentials(store);
    const idempotency = { key: "once", requestDigest: "digest" };
    const run = await submittedJob(store, account.id, {}, { ...LARGE, idempotency });
    const before = (await list()).length;
    const refused = submittedJob(store, account.id, {}, LARGE);
    await assert.rejects(refused, {
      code: "limit_reached",
      message: /900000 bytes more: 900000 of 1000000 are in use/,
    });
    assert.equal((await list()).length, before);
    assert.equal((await store.meters.usage(account.id))[0].used, 1);
    assert.equal((await store.jobs.findSubmission(account.id, idempotency))?.id, run.id);
    await store.jobs.cancel(account.id, run.id);
    await store.jobs.delete(account.id, run.id);
    await submittedJob(store, account.id, {}, LARGE);
    await store.accounts.setPlan(account.id, "pro");
    await submittedJob(store, account.id, {}, LARGE);
    assert.deepEqual(await store.meters.storage(account.id), {
      usedBytes: 1_800_000,
      limitBytes: PLAN_LIMITS.pro.storage_bytes,
    });
  }, { planLimits: planLimits({ free: { storage_bytes: 1_000_000 } }) }));

Deno.test("of parallel submissions in two processes only as many are accepted as the plan's storage allows", () =>
  withStore(async ({ store, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const stores = [store, await openAgain()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => submittedJob(stores[index % 2], account.id, {}, CONFIG)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.equal(refused.length, 13);
    assert.ok(refused.every(({ reason }) => reason.code === "limit_reached"));
    assert.equal(await stored(store, account.id), 7 * CONFIG_BYTES);
  }, { planLimits: planLimits({ free: { storage_bytes: 7 * CONFIG_BYTES + 999 } }) }));

Deno.test("an account without a storage count begins with the bytes that its runs hold", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const run = await succeededRun(store, account.id);
    await submittedJob(store, account.id, {}, LARGE);
    const uncount = () => write(context, [remove(keys.storedBytes(account.id))]);
    await uncount();
    assert.equal(await stored(store, account.id), RUN_BYTES + LARGE.config.length);
    await store.jobs.delete(account.id, run.jobId);
    assert.equal(await stored(store, account.id), LARGE.config.length);
    await uncount();
    await submittedJob(store, account.id, {}, CONFIG);
    assert.equal(await stored(store, account.id), LARGE.config.length + CONFIG_BYTES);
  }));

async function stored({ meters }: Store, accountId: AccountId): Promise<number> {
  return (await meters.storage(accountId)).usedBytes;
}

async function claimed({ jobQueue }: Store): Promise<Lease> {
  const lease = await jobQueue.claim(null);
  assert.ok(lease);
  return lease;
}

/** Test helper. Begins the upload of a job and writes two artifacts with `ARTIFACT_BYTES` bytes together. */
async function artifactsOf({ artifacts, jobQueue }: Store, lease: Lease): Promise<ArtifactSet> {
  await jobQueue.beginUpload(lease);
  return await artifacts.write(lease.accountId, lease.jobId, [
    { name: "result.json", mediaType: "application/json", content: new Uint8Array(ARTIFACT_BYTES - 5) },
    { name: "weights.csv", mediaType: "text/csv", content: new Uint8Array(5) },
  ]);
}

/** Test helper. Creates a succeeded run that stores `RUN_BYTES` bytes. */
async function succeededRun(store: Store, accountId: AccountId): Promise<Lease> {
  await submittedJob(store, accountId, {}, CONFIG);
  const lease = await claimed(store);
  await store.jobQueue.storeInputs(lease, INPUTS);
  assert.ok(await store.jobQueue.succeed(lease, await artifactsOf(store, lease)));
  return lease;
}

/** Test helper. Creates a succeeded run with two failed simulations. */
async function runWithJobs(store: Store, accountId: AccountId): Promise<Lease["jobId"]> {
  const { jobId } = await succeededRun(store, accountId);
  for (let index = 0; index < 2; index++) {
    await submittedJob(store, accountId, { kind: "monte_carlo", parentRunId: jobId }, CONFIG);
    await store.jobQueue.fail(await claimed(store), FAILED);
  }
  return jobId;
}
