import assert from "node:assert/strict";
import type { ObjectServer } from "../../tests/support/object_server.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, stoppingAfter, type TemporaryStore } from "../../tests/support/temporary_store.ts";
import { testWithBucket } from "../../tests/support/test_with_bucket.ts";
import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { Job } from "../domain/job.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { bucketArtifactStore } from "./artifacts_s3.ts";
import { digestOf } from "./object_content.ts";
import { type Repositories, repositories } from "./mod.ts";
import { storedBytesOf } from "./stored_bytes.ts";

const LIMIT = 64 * 1024;
const HISTORY_PLACE = { start: 10, end: 90_000 };
const CONFIG = contentOf(100_000, 7);
const INPUTS = contentOf(700_000, 11);

testWithBucket(
  "a config over 64 KiB lies in the bucket under its digest, and is read whole and in parts",
  async (context, server) => {
    const { store } = context, { account: { id: account } } = await accountWithCredentials(store);
    const small = await submittedJob(store, account, {}, { config: contentOf(LIMIT, 3) });
    assert.deepEqual(await server.keys(), [], "a config of 64 KiB stays in the store");
    const job = await submittedJob(store, account, {}, { config: CONFIG, historyPlace: HISTORY_PLACE });
    const [key = ""] = await server.keys();
    assert.match(key, new RegExp(`^here/${account}/01K[0-9A-Z]+/${digestOf(CONFIG)}$`));
    assert.deepEqual(await store.jobs.config(account, job.id), CONFIG);
    assert.deepEqual((await store.jobs.config(account, small.id)).length, LIMIT);
    const found = await store.jobs.findConfig(account, job.id);
    assert.deepEqual([found.bytes, await new Response(found.stream()).bytes()], [CONFIG.length, CONFIG]);
    const rest = await store.jobQueue.configOfRun({ accountId: account, jobId: job.id });
    assert.deepEqual(rest, Uint8Array.from([...CONFIG.subarray(0, 10), ...CONFIG.subarray(90_000)]));
    assert.deepEqual(await bytesInKv(context, account, "chunks"), contentOf(LIMIT, 3).length, "only the small config");
    assert.equal(await storedBytesOf(context.kv, account), LIMIT + CONFIG.length, "storage is counted as before");
  },
);

testWithBucket("equal inputs of two runs are one object, which goes with the last of them", async (context, server) => {
  const { store } = context, { account: { id: account } } = await accountWithCredentials(store);
  const jobs = [];
  for (let run = 0; run < 2; run++) jobs.push(await submittedJob(store, account, {}, { inputs: INPUTS }));
  assert.equal((await server.keys()).length, 1);
  assert.deepEqual(await store.jobs.inputs(account, jobs[1].id), INPUTS);
  await deleteJob(store, jobs[0]);
  await sweepLater(context);
  assert.deepEqual(await store.jobs.inputs(account, jobs[1].id), INPUTS);
  await deleteJob(store, jobs[1]);
  await sweepLater(context);
  await checkNothingLeft(context, server);
});

testWithBucket(
  "a submission while the bucket is away is refused with not_ready, metered nowhere, and leaves nothing",
  async (context, server) => {
    const { store } = context, { account: { id: account } } = await accountWithCredentials(store);
    await server.stop();
    for (const options of [{ config: CONFIG }, { inputs: INPUTS }]) {
      await assert.rejects(submittedJob(store, account, {}, options), { code: "not_ready" });
    }
    assert.deepEqual((await store.jobs.listActive(account, { limit: 10, cursor: null })).items, []);
    assert.equal((await store.meters.usage(account))[0].used, 0);
    assert.equal(await storedBytesOf(context.kv, account), 0);
    server.start();
    await sweepLater(context);
    await checkNothingLeft(context, server);
  },
);

testWithBucket(
  "a process that is killed anywhere in a submission leaves nothing after the sweep, and loses nothing",
  async (context, server) => {
    const { store } = context, { account: { id: account } } = await accountWithCredentials(store);
    let commits = 0;
    for (let isDone = false; !isDone; commits++) {
      const dying = processWith(context, server, stoppingAfter(context.kv, commits));
      const submitted = await submittedJob(dying, account, {}, { config: CONFIG, inputs: INPUTS }).catch(() => null);
      isDone = submitted !== null;
      await sweepLater(context);
      if (submitted === null) {
        await checkNothingLeft(context, server, `after ${commits} commits`);
        continue;
      }
      assert.deepEqual(await store.jobs.config(account, submitted.id), CONFIG);
      assert.deepEqual(await store.jobs.inputs(account, submitted.id), INPUTS);
    }
    assert.ok(commits >= 3, `${commits} commits`);
  },
);

testWithBucket(
  "a config or inputs whose object is missing or damaged are lost, and those behind a silent bucket are not",
  async (context, server) => {
    const { store } = context, { account: { id: account } } = await accountWithCredentials(store);
    const job = await submittedJob(store, account, {}, { config: CONFIG, inputs: INPUTS });
    await server.stop();
    await assert.rejects(store.jobs.config(account, job.id), { code: "not_ready" });
    await assert.rejects(store.jobs.inputs(account, job.id), { code: "not_ready" });
    server.start();
    for (const key of await server.keys()) await server.put(key, contentOf(CONFIG.length, 5));
    await assert.rejects(store.jobs.config(account, job.id), { code: "input_lost" });
    assert.equal(await store.jobs.inputs(account, job.id), null);
    for (const key of await server.keys()) await server.delete(key);
    await assert.rejects(store.jobs.config(account, job.id), { code: "input_lost" });
    const found = await store.jobs.findConfig(account, job.id);
    await assert.rejects(new Response(found.stream()).bytes(), { code: "input_lost" });
    assert.equal(await store.jobs.inputs(account, job.id), null);
  },
);

testWithBucket(
  "jobs of a version that kept configs and inputs in chunks are read and deleted by one with a bucket",
  async (context, server) => {
    const { store } = context, { account: { id: account } } = await accountWithCredentials(store);
    const before = repositories(context, { planLimits: PLAN_LIMITS, artifactObjects: null });
    const options = { config: contentOf(600_000, 13), inputs: INPUTS, historyPlace: HISTORY_PLACE };
    const job = await submittedJob(before, account, {}, options);
    assert.deepEqual(await store.jobs.config(account, job.id), options.config);
    assert.deepEqual(await store.jobs.inputs(account, job.id), INPUTS);
    const again = await submittedJob(store, account, {}, { inputs: INPUTS });
    assert.deepEqual(await server.keys(), [], "the account has these inputs already");
    for (const one of [job, again]) await deleteJob(store, one);
    await sweepLater(context);
    await checkNothingLeft(context, server);
  },
);

testWithBucket(
  "what a process without the bucket deletes leaves the bucket with a later sweep of one that has it",
  async (context, server) => {
    const { store } = context;
    const without = repositories(context, { planLimits: PLAN_LIMITS, artifactObjects: null });
    const { account: { id: kept } } = await accountWithCredentials(store);
    const { account: { id: gone } } = await accountWithCredentials(store, "gone@example.com");
    const job = await submittedJob(store, kept, {}, { config: CONFIG, inputs: INPUTS });
    await submittedJob(store, gone, {}, { config: CONFIG, inputs: INPUTS });
    await assert.rejects(without.jobs.config(kept, job.id), { code: "not_ready" });
    await deleteJob(without, job);
    await without.accounts.delete(gone);
    await without.maintenance.sweep();
    assert.equal((await server.keys()).length, 4, "it cannot delete them itself");
    await sweepLater(context);
    await checkNothingLeft(context, server);
  },
);

function processWith(context: TemporaryStore, server: ObjectServer, kv: TemporaryStore["kv"]): Repositories {
  const own = { ...context, kv };
  return repositories(own, { planLimits: PLAN_LIMITS, artifactObjects: bucketArtifactStore(own, server.bucket) });
}

async function deleteJob(store: Repositories, { accountId, id }: Job): Promise<void> {
  await store.jobs.cancel(accountId, id).catch(() => {});
  await store.jobs.delete(accountId, id);
}

async function sweepLater({ store, clock }: TemporaryStore): Promise<void> {
  clock.nowMs += 2 * HOUR_MS;
  await store.maintenance.sweep();
}

/** Fails if the bucket or the store keeps any byte, reference or marker of a config or of inputs. */
async function checkNothingLeft(context: TemporaryStore, server: ObjectServer, when = "in the end"): Promise<void> {
  const left = (await context.list()).filter((key) => /chunks|unadopted|kept_inputs|job_configs/.test(key));
  assert.deepEqual([left, await server.keys()], [[], []], when);
}

async function bytesInKv({ kv }: TemporaryStore, account: AccountId, entity: string): Promise<number> {
  let bytes = 0;
  for await (const { value } of kv.list<Uint8Array>({ prefix: ["owned", account, entity] })) bytes += value.length;
  return bytes;
}

function contentOf(length: number, seed: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8)) % 251);
}
