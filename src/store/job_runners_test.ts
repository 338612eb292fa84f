import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";
import { DAY_MS } from "../domain/instant.ts";

Deno.test("a note of a process that computes has its bound, its time and a version that changes with each note", () =>
  withStore(async ({ store, clock }) => {
    await store.jobRunners.note("one", { workLimit: null });
    const [first] = await store.jobRunners.list();
    clock.nowMs += 60_000;
    await store.jobRunners.note("one", { workLimit: null });
    const [second] = await store.jobRunners.list();
    assert.deepEqual([second?.id, second?.workLimit, second?.notedAt], ["one", null, clock.nowMs]);
    assert.notEqual(first?.version, second?.version);
  }));

Deno.test("the sweep deletes the note of a process that was killed a day ago, and no other", () =>
  withStore(async ({ store, clock }) => {
    await store.jobRunners.note("killed", { workLimit: null });
    clock.nowMs += DAY_MS;
    await store.jobRunners.note("alive", { workLimit: 5 });
    await store.maintenance.sweep();
    assert.equal((await store.jobRunners.list()).length, 2);
    clock.nowMs += 1;
    await store.maintenance.sweep();
    assert.deepEqual((await store.jobRunners.list()).map(({ id }) => id), ["alive"]);
  }));
