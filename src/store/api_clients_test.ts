import assert from "node:assert/strict";
import { accountWithCredentials, apiKeyDraft, withStore } from "../../tests/support/temporary_store.ts";

const FIRST_PAGE = { limit: 100, cursor: null };

Deno.test("a client is listed, read and changed by its account", () =>
  withStore(async ({ store }) => {
    const { account, client } = await accountWithCredentials(store);
    const second = await store.apiClients.create(account.id, { name: "Batch", description: "Nightly" });
    const { items } = await store.apiClients.list(account.id, FIRST_PAGE);
    assert.deepEqual(items, [second, client]);
    const renamed = await store.apiClients.update(account.id, second.id, { name: "Night" });
    assert.deepEqual(renamed, { ...second, name: "Night" });
    assert.deepEqual(await store.apiClients.update(account.id, second.id, { description: null }), {
      ...renamed,
      description: null,
    });
    assert.equal((await store.apiClients.get(account.id, second.id)).name, "Night");
  }));

Deno.test("another account's client is not found", () =>
  withStore(async ({ store }) => {
    const ada = await accountWithCredentials(store);
    const bob = await accountWithCredentials(store, "bob@example.com");
    for (
      const act of [
        store.apiClients.get(bob.account.id, ada.client.id),
        store.apiClients.update(bob.account.id, ada.client.id, { name: "Mine" }),
        store.apiClients.remove(bob.account.id, ada.client.id),
        store.apiKeys.create(bob.account.id, apiKeyDraft(ada.client.id)),
      ]
    ) await assert.rejects(act, { code: "not_found" });
    assert.equal((await store.apiClients.get(ada.account.id, ada.client.id)).name, "Desk");
  }));

Deno.test("the keys of a removed client are refused from then on, and no entry of theirs is left", () =>
  withStore(async ({ store, list, openAgain }) => {
    const { account, client, key } = await accountWithCredentials(store);
    const kept = await store.apiClients.create(account.id, { name: "Kept", description: null });
    const keptKey = await store.apiKeys.create(account.id, apiKeyDraft(kept.id));
    const other = await openAgain();
    assert.ok(await other.apiKeys.authenticate(key.id, "digest"));

    await store.apiClients.remove(account.id, client.id);

    assert.equal(await other.apiKeys.authenticate(key.id, "digest"), null);
    await assert.rejects(store.apiKeys.get(account.id, key.id), { code: "not_found" });
    assert.deepEqual((await store.apiKeys.list(account.id, {}, FIRST_PAGE)).items.map(({ id }) => id), [keptKey.id]);
    assert.deepEqual((await list()).filter((entry) => entry.includes(key.id) || entry.includes(client.id)), []);
    assert.ok(await other.apiKeys.authenticate(keptKey.id, "digest"));
  }));

Deno.test("a client with more keys than one operation can delete goes with all of them", () =>
  withStore(async ({ store, list }) => {
    const { account, client } = await accountWithCredentials(store);
    for (let index = 0; index < 450; index++) {
      await store.apiKeys.create(account.id, apiKeyDraft(client.id, `01M${String(index).padStart(23, "0")}`));
    }
    await store.apiClients.remove(account.id, client.id);
    assert.deepEqual((await list()).filter((entry) => /key_|cli_/.test(entry)), []);
  }));

Deno.test("a key that is made while its client is removed is refused or removed with it", () =>
  withStore(async ({ store, list, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const other = await openAgain();
    const before = await list();
    for (let round = 0; round < 20; round++) {
      const client = await store.apiClients.create(account.id, { name: "Short", description: null });
      const making = Array.from({ length: 5 }, (_, index) => {
        const ulid = `01M${String(round * 5 + index).padStart(23, "0")}`;
        return other.apiKeys.create(account.id, apiKeyDraft(client.id, ulid));
      });
      await Promise.allSettled([...making, store.apiClients.remove(account.id, client.id)]);
      assert.deepEqual(await list(), before);
    }
  }));

Deno.test("pages of clients follow one another without a gap or a repetition", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    for (let index = 0; index < 6; index++) {
      await store.apiClients.create(account.id, { name: `Client ${index}`, description: null });
    }
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await store.apiClients.list(account.id, { limit: 3, cursor });
      assert.ok(page.items.length > 0);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(names, [...[5, 4, 3, 2, 1, 0].map((index) => `Client ${index}`), "Desk"]);
    for (const nonsense of ["", "{", "[]", "[1]", "null", "\0"]) {
      await assert.rejects(store.apiClients.list(account.id, { limit: 3, cursor: nonsense }), {
        code: "invalid_cursor",
      });
    }
  }));
