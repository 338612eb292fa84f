import assert from "node:assert/strict";
import { hasObjectServer } from "../../tests/support/object_server.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore } from "../../tests/support/temporary_store.ts";
import { testWithBucket, withBucket } from "../../tests/support/test_with_bucket.ts";
import { fullTest } from "../../tests/support/tier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { Job } from "../domain/job.ts";
import type { ArtifactSet } from "./artifacts.ts";
import type { BucketDifference, ReconciliationOptions } from "./bucket_reconciliation.ts";
import { keys } from "./keys.ts";
import { remove, transaction, write } from "./transaction.ts";

const LARGE = new Uint8Array(100_000).fill(32);

Deno.test({
  name: "a store and its bucket agree, also while an upload waits for its record and after deletions",
  ignore: !hasObjectServer(),
  fn: () =>
    withBucket(async (context, server) => {
      const { store } = context;
      const kept = await storedEverywhere(context, "kept@example.com");
      await store.artifacts.write(kept.accountId, kept.id, [fileOf("late.json")]);
      const cancelled = await storedEverywhere(context, "deleted@example.com");
      await store.jobs.cancel(cancelled.accountId, cancelled.id);
      await store.jobs.delete(cancelled.accountId, cancelled.id);
      const gone = await storedEverywhere(context, "gone@example.com");
      await store.accounts.delete(gone.accountId);
      assert.equal((await server.keys()).length, 13);
      assert.deepEqual(await differences(context, { readsAll: true }), []);
    }),
});

testWithBucket(
  "objects that are missing or damaged are named with the record that needs them",
  async (context, server) => {
    const job = await storedEverywhere(context, "ada@example.com");
    const found = await server.keys();
    const key = (name: string): string => found.find((key) => key.endsWith(`/${name}`)) ?? "";
    await server.put(key("result.json"), LARGE.with(0, 33));
    await server.put(key("table.csv"), LARGE.subarray(1));
    for (const content of found.filter((key) => /\/[0-9a-f]{64}$/.test(key))) await server.delete(content);
    const seen = await differences(context);
    assert.deepEqual(seen.map(({ kind }) => kind), ["damaged", "missing", "missing"]);
    assert.deepEqual(seen.map(({ record }) => record).slice(0, 2), [
      `artifact_sets ${job.id}`,
      `job_configs ${job.id}`,
    ]);
    assert.match(seen[2].record ?? "", /^kept_inputs [0-9a-f]{64}$/);
    const thorough = await differences(context, { readsAll: true });
    assert.deepEqual(thorough.map(({ kind }) => kind), ["damaged", "damaged", "missing", "missing"]);
  },
);

testWithBucket(
  "orphans that no marker names are found, and deleted an hour after they were marked and nothing else",
  async (context, server) => {
    const { store, clock } = context;
    const job = await storedEverywhere(context, "ada@example.com");
    const kept = await server.keys();
    const { location } = await store.artifacts.write(job.accountId, job.id, [fileOf("lost.json"), fileOf("lost.csv")]);
    assert.ok(location.kind === "objects");
    await write(context, [remove(keys.unadoptedObjectSet(location.set.id))]);
    const stray = "here/acc_01K0000000000000000000000X/01K0000000000000000000000Y/result.json";
    await server.put(stray, LARGE);
    await server.put("here/notes.txt", LARGE);
    const seen = await differences(context);
    assert.deepEqual(seen.map(({ kind, objects, bytes }) => `${kind} ${objects} ${bytes}`).toSorted(), [
      "foreign 1 100000",
      "orphaned 1 100000",
      "orphaned 2 200000",
    ]);
    clock.nowMs += 2 * HOUR_MS;
    await store.maintenance.sweep();
    assert.equal((await server.keys()).length, kept.length + 4, "a comparison alone changes nothing");
    await differences(context, { marksOrphans: true });
    clock.nowMs += 2 * HOUR_MS;
    await store.maintenance.sweep();
    assert.deepEqual((await server.keys()).toSorted(), [...kept, "here/notes.txt"].toSorted());
    assert.deepEqual((await differences(context)).map(({ kind }) => kind), ["foreign"]);
  },
);

if (hasObjectServer()) {
  Deno.test(
    fullTest("the comparison goes on after the first page of a bucket's list", {
      heldBy: "a store and its bucket agree, also while an upload waits for its record and after deletions",
    }, () =>
      withBucket(async (context) => {
        const { store } = context, { account } = await accountWithCredentials(store);
        const job = await submittedJob(store, account.id);
        const files = Array.from({ length: 260 }, (_, at) => ({ ...fileOf(`${at}.json`), content: LARGE.slice(0, 9) }));
        for (let set = 0; set < 4; set++) {
          await adopted(context, await store.artifacts.write(account.id, job.id, files));
        }
        await storedEverywhere(context, "second@example.com");
        assert.deepEqual(await differences(context), []);
      })),
  );
}

/** Submits a job of a new account whose config, inputs and two files lie in the bucket. */
async function storedEverywhere(context: TemporaryStore, email: string): Promise<Job> {
  const { store } = context, { account } = await accountWithCredentials(store, email);
  const job = await submittedJob(store, account.id, {}, { config: LARGE, inputs: LARGE.with(0, 1) });
  const set = await store.artifacts.write(account.id, job.id, [fileOf("result.json"), fileOf("table.csv")]);
  await adopted(context, set);
  return job;
}

async function adopted(context: TemporaryStore, set: ArtifactSet): Promise<void> {
  await transaction(context, async (read) => ({ ...await context.store.artifacts.adopt(read, set), result: null }));
}

function fileOf(name: string): { name: string; mediaType: string; content: Uint8Array<ArrayBuffer> } {
  return { name, mediaType: "application/octet-stream", content: LARGE };
}

async function differences({ store }: TemporaryStore, options?: ReconciliationOptions): Promise<BucketDifference[]> {
  return await Array.fromAsync(store.reconciliation?.differences(options) ?? []);
}
