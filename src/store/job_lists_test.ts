import assert from "node:assert/strict";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { JobFilter } from "../domain/job.ts";
import { jobHistory } from "./job_lists.ts";

const RUNS = 60;
const ONE = { limit: 1, cursor: null };

/**
 * Test helper. Returns the ids of a history page with limit 1, and the number of `getMany` calls that reading it took.
 */
async function pageOfOne(
  context: TemporaryStore,
  accountId: AccountId,
  filter: JobFilter,
): Promise<{ ids: readonly string[]; reads: number }> {
  let reads = 0;
  const kv = new Proxy(context.kv, {
    get(target, name) {
      if (name === "getMany") reads++;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  const page = await jobHistory({ ...context, kv }, { accountId, kind: "optimization" }, filter, ONE);
  return { ids: page.items.map(({ id }) => id), reads };
}

Deno.test("a filtered history page of one run takes few reads if the run is old, and one if it is the newest", () =>
  withStore(async (context) => {
    const { account } = await accountWithCredentials(context.store);
    const { id: first } = await submittedJob(context.store, account.id, { name: "First" });
    for (let run = 1; run < RUNS; run++) await submittedJob(context.store, account.id);
    const far = await pageOfOne(context, account.id, { status: "queued", search: "first" });
    assert.deepEqual(far.ids, [first]);
    assert.ok(far.reads <= 1 + RUNS / 10, `${far.reads} reads`);
    assert.equal((await pageOfOne(context, account.id, { status: "queued" })).reads, 1);
  }));

Deno.test("a history filter on several values reads the index of the rarest one", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account } = await accountWithCredentials(store);
    const rebalance = await submittedJob(store, account.id, { mode: "rebalance" });
    for (let run = 1; run < RUNS; run++) await submittedJob(store, account.id);
    for (let run = 0; run < RUNS; run++) {
      const lease = await store.jobQueue.claim(null);
      assert.ok(lease !== null && await store.jobQueue.beginUpload(lease));
      assert.ok(await store.jobQueue.succeed(lease, await store.artifacts.write(account.id, lease.jobId, [])));
    }
    const filter = { status: "succeeded", mode: "rebalance" } as const;
    assert.deepEqual(await pageOfOne(context, account.id, filter), { ids: [rebalance.id], reads: 1 });
    const failed = await pageOfOne(context, account.id, { status: "failed", mode: "construct" });
    assert.deepEqual(failed, { ids: [], reads: 0 });
  }));
