import assert from "node:assert/strict";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";

/**
 * Numbers of methods in test templates: one for a template that fits into one KV value, and one for a template whose
 * request needs chunks.
 */
for (const methods of [1, 6_000]) {
  const request = { methods: Array.from({ length: methods }, () => "min_volatility"), name: "Core" };
  Deno.test(`a template of ${methods} methods is read as saved, renamed and deleted completely`, () =>
    withStore(async ({ store, clock, list }) => {
      const { account: { id } } = await accountWithCredentials(store);
      const before = (await list()).length;
      const saved = await store.templates.create(id, { name: "Core", request });
      assert.deepEqual(await store.templates.list(id), [saved]);
      assert.deepEqual([saved.request, saved.createdAt, saved.updatedAt], [request, clock.nowMs, clock.nowMs]);

      clock.nowMs += 1_000;
      const keys = (await list()).length;
      const renamed = await store.templates.rename(id, saved.id, "Satellite");
      assert.deepEqual(renamed, { ...saved, name: "Satellite", updatedAt: clock.nowMs });
      assert.deepEqual(await store.templates.list(id), [renamed]);
      assert.equal((await list()).length, keys);

      await store.templates.delete(id, saved.id);
      assert.deepEqual(await store.templates.list(id), []);
      // Once a template is deleted, only the entry that holds the last id added to the list of templates remains.
      assert.equal((await list()).length, before + 1);
    }));
}

Deno.test("the name of a template is taken within its account until the template is renamed or deleted", () =>
  withStore(async ({ store }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const { account: { id: other } } = await accountWithCredentials(store, "bob@example.com");
    const { create, rename } = store.templates;
    const first = await create(id, { name: "Café", request: {} });
    const second = await create(id, { name: "b", request: {} });
    await assert.rejects(create(id, { name: "Cafe\u0301", request: {} }), { code: "name_taken" });
    await assert.rejects(rename(id, second.id, "Café"), { code: "name_taken" });
    assert.equal((await rename(id, first.id, "Café")).name, "Café");
    await create(other, { name: "Café", request: {} });
    await rename(id, first.id, "a");
    await rename(id, second.id, "Café");
    await store.templates.delete(id, second.id);
    await create(id, { name: "Café", request: {} });
  }));

Deno.test("another account's template is not found", () =>
  withStore(async ({ store }) => {
    const { account: { id } } = await accountWithCredentials(store);
    const { account: { id: bob } } = await accountWithCredentials(store, "bob@example.com");
    const saved = await store.templates.create(id, { name: "a", request: {} });
    await assert.rejects(store.templates.rename(bob, saved.id, "b"), { code: "not_found" });
    await assert.rejects(store.templates.delete(bob, saved.id), { code: "not_found" });
    assert.deepEqual(await store.templates.list(bob), []);
    assert.deepEqual(await store.templates.list(id), [saved]);
  }));

for (const before of [0, 19]) {
  Deno.test(`50 templates saved at once beside ${before} others leave the account with 20, and the rest are refused`, () =>
    withStore(async ({ store }) => {
      const { account: { id } } = await accountWithCredentials(store);
      for (let i = 0; i < before; i++) await store.templates.create(id, { name: `Before ${i}`, request: {} });
      const saved = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) => store.templates.create(id, { name: `Template ${i}`, request: {} })),
      );
      const refused = saved.filter((one) => one.status === "rejected");
      assert.equal(refused.length, 50 - (20 - before));
      assert.ok(refused.every(({ reason }) => reason.code === "template_limit_reached"));
      assert.equal((await store.templates.list(id)).length, 20);
    }));
}
