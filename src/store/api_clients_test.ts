import assert from "node:assert/strict";
import { assertAllReject } from "../../tests/support/assert_all_reject.ts";
import { accountWithCredentials, apiKeyDraft, withStore } from "../../tests/support/temporary_store.ts";
import { apiClientRepository } from "./api_clients.ts";
import type { EncodedKv } from "./encoded_kv.ts";
import { testInTurn } from "../../tests/support/tier.ts";

const FIRST_PAGE = { limit: 100, cursor: null };

Deno.test("an account can list, read and update its API clients", () =>
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

Deno.test("another account's API client is not found", () =>
  withStore(async ({ store }) => {
    const ada = await accountWithCredentials(store);
    const bob = await accountWithCredentials(store, "bob@example.com");
    await assertAllReject([
      store.apiClients.get(bob.account.id, ada.client.id),
      store.apiClients.update(bob.account.id, ada.client.id, { name: "Mine" }),
      store.apiClients.delete(bob.account.id, ada.client.id),
      store.apiKeys.create(bob.account.id, apiKeyDraft(ada.client.id)),
    ], { code: "not_found" });
    assert.equal((await store.apiClients.get(ada.account.id, ada.client.id)).name, "Desk");
  }));

Deno.test("the API keys of a deleted client are refused, and no stored entry of them is left", () =>
  withStore(async ({ store, list, openAgain }) => {
    const { account, client, key } = await accountWithCredentials(store);
    const kept = await store.apiClients.create(account.id, { name: "Kept", description: null });
    const keptKey = await store.apiKeys.create(account.id, apiKeyDraft(kept.id));
    const other = await openAgain();
    assert.ok(await other.apiKeys.authenticate(key.id, "digest"));

    await store.apiClients.delete(account.id, client.id);

    assert.equal(await other.apiKeys.authenticate(key.id, "digest"), null);
    await assert.rejects(store.apiKeys.get(account.id, key.id), { code: "not_found" });
    assert.deepEqual((await store.apiKeys.list(account.id, {}, FIRST_PAGE)).items.map(({ id }) => id), [keptKey.id]);
    assert.deepEqual((await list()).filter((entry) => entry.includes(key.id) || entry.includes(client.id)), []);
    assert.ok(await other.apiKeys.authenticate(keptKey.id, "digest"));
  }));

Deno.test(
  testInTurn(
    "deleting an API client deletes all of its 200 keys, more than one transaction can delete",
    () =>
      withStore(async ({ store, list }) => {
        const { account, client } = await accountWithCredentials(store);
        for (let index = 0; index < 199; index++) {
          await store.apiKeys.create(account.id, apiKeyDraft(client.id, `01M${String(index).padStart(23, "0")}`));
        }
        await store.apiClients.delete(account.id, client.id);
        assert.deepEqual(
          (await list()).filter((entry) => /key_|cli_/.test(entry)),
          [],
        );
      }),
  ),
);

Deno.test("an API key that is created while its client is being deleted is deleted too", () =>
  withStore(async (context) => {
    const { store, list } = context;
    const { account, client } = await accountWithCredentials(store);
    let isMade = false;
    const makeKeyOnce = async (): Promise<void> => {
      if (isMade) return;
      isMade = true;
      await store.apiKeys.create(account.id, apiKeyDraft(client.id));
    };
    const slow = apiClientRepository({ ...context, kv: pausingAfterLists(context.kv, makeKeyOnce) });
    await slow.delete(account.id, client.id);
    assert.ok(isMade);
    assert.deepEqual((await list()).filter((entry) => /key_|cli_/.test(entry)), []);
  }));

Deno.test("pages of API clients list each client once, in order, and an invalid cursor is refused", () =>
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

/** Wraps a KV so that each list, after its last entry, waits for `pause` before it ends. */
function pausingAfterLists(kv: EncodedKv, pause: () => Promise<void>): EncodedKv {
  return new Proxy(kv, {
    get(target, name) {
      if (name === "list") {
        return async function* (...args: Parameters<EncodedKv["list"]>) {
          yield* target.list(...args);
          await pause();
        };
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
