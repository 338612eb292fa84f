import assert from "node:assert/strict";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";

Deno.test("the length of the queue has the kind of each waiting job of every account, and the time of the oldest", () =>
  withStore(async ({ store, clock }) => {
    assert.deepEqual(await store.jobQueue.length(), { kinds: [], oldestAt: null });
    const [ada, grace] = [
      await accountWithCredentials(store),
      await accountWithCredentials(store, "grace@example.com"),
    ];
    await submittedJob(store, ada.account.id);
    clock.nowMs += 5_000;
    const oldest = await submittedJob(store, grace.account.id);
    clock.nowMs += 5_000;
    await submittedJob(store, grace.account.id);
    const { kinds, oldestAt } = await store.jobQueue.length();
    assert.deepEqual(kinds, ["optimization", "optimization", "optimization"]);
    assert.ok(oldestAt !== null && oldestAt <= oldest.createdAt);
    await store.jobQueue.claim(null);
    assert.equal((await store.jobQueue.length()).kinds.length, 2);
  }));
