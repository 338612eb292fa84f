import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { problemCount } from "../../tests/support/tier.ts";
import type { TagCount } from "../domain/tag.ts";
import { changeOfTagCounts } from "./tag_counts.ts";
import { transaction } from "./transaction.ts";

Deno.test("tags are counted by the runs that have them, and leave no entry once no run has them", () =>
  withStore(async ({ store, list }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const before = await list();
    assert.deepEqual(await store.jobs.tagCounts(id), []);
    const [a, b] = [await submittedJob(store, id), await submittedJob(store, id)];
    for (const job of [a, b]) await store.jobs.addTag(id, job.id, "Core");
    await store.jobs.addTag(id, a.id, "core");
    await store.jobs.addTag(id, a.id, "__proto__");
    assert.deepEqual(await store.jobs.tagCounts(id), [{ tag: "__proto__", runs: 1 }, { tag: "core", runs: 2 }]);
    await store.jobs.removeTag(id, b.id, "CORE");
    assert.deepEqual(await store.jobs.tagCounts(id), [{ tag: "__proto__", runs: 1 }, { tag: "core", runs: 1 }]);
    for (const job of [a, b]) {
      await store.jobs.cancel(id, job.id);
      await store.jobs.delete(id, job.id);
    }
    assert.deepEqual(await store.jobs.tagCounts(id), []);
    const left = (await list()).filter((key) => !before.includes(key));
    assert.deepEqual(left.filter((key) => key.includes("tag_counts") || key.includes('"chunks"')), []);
  }));

Deno.test("simultaneous additions, removals and deletions leave tag counts that match the tags of the runs", () =>
  withStore(async ({ store }) => {
    const { account: { id } } = await accountWithCredentials(store);
    await store.accounts.setPlan(id, "enterprise");
    const step = fc.tuple(fc.constantFrom("add", "remove", "delete"), fc.nat(4), fc.constantFrom("a", "b", "c", "d"));
    const history = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(history, async (turns) => {
        const jobs = await Promise.all(Array.from({ length: 5 }, () => submittedJob(store, id)));
        for (const job of jobs) await store.jobs.cancel(id, job.id);
        for (const turn of turns) {
          await Promise.allSettled(turn.map(([what, number, tag]) => {
            if (what === "add") return store.jobs.addTag(id, jobs[number].id, tag);
            if (what === "remove") return store.jobs.removeTag(id, jobs[number].id, tag);
            return store.jobs.delete(id, jobs[number].id);
          }));
        }
        const left = await Promise.allSettled(jobs.map((job) => store.jobs.get(id, job.id)));
        const tags = left.flatMap((job) => job.status === "fulfilled" ? job.value.tags : []);
        assert.deepEqual(await store.jobs.tagCounts(id), counted(tags));
        await Promise.allSettled(jobs.map((job) => store.jobs.delete(id, job.id)));
      }),
      { numRuns: problemCount(25, 5) },
    );
  }));

Deno.test("an account has at most 5,000 different tags, stored in chunks where one value is too small", () =>
  withStore(async (context) => {
    const { store } = context;
    const { account: { id } } = await accountWithCredentials(store);
    const many = Array.from({ length: 5_000 }, (_, i) => `${"t".repeat(45)}${String(i).padStart(4, "0")}`);
    await transaction(context, async (read) => ({
      ...await changeOfTagCounts(context, read, { accountId: id, before: [], after: many }),
      result: undefined,
    }));
    const { id: run } = await submittedJob(store, id);
    await assert.rejects(store.jobs.addTag(id, run, "one more"), { code: "limit_reached" });
    await store.jobs.addTag(id, run, many[0]);
    const counts = await store.jobs.tagCounts(id);
    assert.deepEqual(counts.map(({ tag }) => tag), many);
    assert.deepEqual([counts[0].runs, counts[1].runs], [2, 1]);
  }));

function counted(tags: readonly string[]): readonly TagCount[] {
  return [...new Set(tags)].sort().map((tag) => ({ tag, runs: tags.filter((other) => other === tag).length }));
}
