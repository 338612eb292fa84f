import assert from "node:assert/strict";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { jobIdOf } from "../domain/identifier.ts";

const RUNS = [jobIdOf("run_1"), jobIdOf("run_2")];
const DAYS = Int32Array.of(19_000, 19_003);

Deno.test("a comparison is read as saved, with its days, updated in part and deleted completely", () =>
  withStore(async ({ store, clock, list }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const before = (await list()).length;
    const saved = await store.comparisons.create(id, { name: "Both", runIds: RUNS }, DAYS);
    assert.deepEqual([saved.createdAt, saved.updatedAt], [clock.nowMs, clock.nowMs]);
    assert.deepEqual(await store.comparisons.get(id, saved.id), saved);
    assert.deepEqual(await store.comparisons.getWithDays(id, saved.id), { comparison: saved, days: DAYS });

    clock.nowMs += 1_000;
    const renamed = await store.comparisons.update(id, saved.id, { name: "Two" });
    assert.deepEqual(renamed, { ...saved, name: "Two", updatedAt: clock.nowMs });
    const runIds = [...RUNS].reverse();
    const comparison = await store.comparisons.update(id, saved.id, { runs: { runIds, days: null } });
    assert.deepEqual(comparison, { ...renamed, runIds });
    assert.deepEqual(await store.comparisons.getWithDays(id, saved.id), { comparison, days: null });
    assert.deepEqual(await store.comparisons.list(id), [comparison]);

    await store.comparisons.delete(id, saved.id);
    assert.deepEqual(await store.comparisons.list(id), []);
    // Once a comparison is deleted, only the entry that holds the last id added to the list of comparisons remains.
    assert.equal((await list()).length, before + 1);
  }));

Deno.test("another account's comparison is not found", () =>
  withStore(async ({ store }) => {
    const { comparisons } = store;
    const ada = (await accountWithCredentials(store, "ada@example.com")).account.id;
    const bob = (await accountWithCredentials(store, "bob@example.com")).account.id;
    const { id } = await comparisons.create(ada, { name: "Both", runIds: RUNS }, DAYS);
    for (
      const act of [
        () => comparisons.get(bob, id),
        () => comparisons.getWithDays(bob, id),
        () => comparisons.update(bob, id, { name: "Mine" }),
        () => comparisons.delete(bob, id),
      ]
    ) {
      await assert.rejects(act, { code: "not_found", message: `Cannot find comparison "${id}"` });
    }
    assert.deepEqual(await comparisons.list(bob), []);
  }));

Deno.test("of 50 comparisons saved at once beside 198 others two are accepted and 48 refused with limit_reached", () =>
  withStore(async ({ store }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const save = () => store.comparisons.create(id, { name: "Both", runIds: RUNS }, null);
    for (let i = 0; i < 198; i++) await save();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, save));
    const refused = outcomes.flatMap((outcome) => outcome.status === "rejected" ? [outcome.reason] : []);
    assert.equal(refused.length, 48);
    assert.ok(refused.every(({ code }) => code === "limit_reached"));
    assert.equal((await store.comparisons.list(id)).length, 200);
  }));
