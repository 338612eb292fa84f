import assert from "node:assert/strict";
import { assertAllReject } from "../../tests/support/assert_all_reject.ts";
import { accountWithCredentials, apiKeyDraft, withStore } from "../../tests/support/temporary_store.ts";
import { openRawFile } from "./moving/file_store.ts";

const FIRST_PAGE = { limit: 100, cursor: null };

Deno.test("an API key authenticates its account only with the digest of its secret", () =>
  withStore(async ({ store }) => {
    const { account, key } = await accountWithCredentials(store);
    const found = await store.apiKeys.authenticate(key.id, "digest");
    assert.deepEqual(found?.account, account);
    assert.deepEqual(found?.key, key);
    for (const wrong of ["", "digesT", "digest2"]) assert.equal(await store.apiKeys.authenticate(key.id, wrong), null);
    assert.equal(await store.apiKeys.authenticate("key_01K0000000000000000000000A", "digest"), null);
  }));

Deno.test("no operation on API keys returns the digest of the secret", () =>
  withStore(async ({ store }) => {
    const { account, session, key } = await accountWithCredentials(store);
    const seen = [
      key,
      await store.apiKeys.get(account.id, key.id),
      await store.apiKeys.list(account.id, {}, FIRST_PAGE),
      await store.apiKeys.update(account.id, key.id, { name: "Renamed", sessionId: session.id }),
      await store.apiKeys.authenticate(key.id, "digest"),
    ];
    assert.ok(!JSON.stringify(seen).includes("digest"));
  }));

Deno.test("the last use of an API key is written at most once a minute", () =>
  withStore(async ({ store, clock }) => {
    const { account, key } = await accountWithCredentials(store);
    const lastUse = async () => (await store.apiKeys.get(account.id, key.id)).lastUsedAt;
    const first = clock.nowMs;
    assert.equal(await lastUse(), null);
    await store.apiKeys.authenticate(key.id, "wrong");
    assert.equal(await lastUse(), null);
    await store.apiKeys.authenticate(key.id, "digest");
    assert.equal(await lastUse(), first);
    clock.nowMs += 59_999;
    await store.apiKeys.authenticate(key.id, "digest");
    assert.equal(await lastUse(), first);
    clock.nowMs += 1;
    await store.apiKeys.authenticate(key.id, "digest");
    assert.equal(await lastUse(), first + 60_000);
  }));

Deno.test("an API key whose use cannot be noted, because the store takes no writes, authenticates all the same", () =>
  withStore(async ({ store, path }) => {
    const { account, key } = await accountWithCredentials(store);
    const file = await openRawFile(path);
    try {
      await file.closeToWrites(null);
      assert.deepEqual((await store.apiKeys.authenticate(key.id, "digest"))?.account, account);
      await file.openToWrites();
      assert.equal((await store.apiKeys.get(account.id, key.id)).lastUsedAt, null);
    } finally {
      await file.end();
    }
  }));

Deno.test("a deleted API key is refused at once by another process that has authenticated it before", () =>
  withStore(async ({ store, openAgain, list }) => {
    const { account, key } = await accountWithCredentials(store);
    const other = await openAgain();
    assert.ok(await other.apiKeys.authenticate(key.id, "digest"));
    await store.apiKeys.delete(account.id, key.id);
    assert.equal(await other.apiKeys.authenticate(key.id, "digest"), null);
    await assert.rejects(store.apiKeys.delete(account.id, key.id), { code: "not_found" });
    assert.deepEqual((await list()).filter((entry) => entry.includes(key.id)), []);
  }));

Deno.test("new scopes of an API key and a new plan of its account apply at its next authentication", () =>
  withStore(async ({ store }) => {
    const { account, session, key } = await accountWithCredentials(store);
    await store.apiKeys.update(account.id, key.id, { scopes: ["*"], sessionId: session.id });
    await store.accounts.setPlan(account.id, "pro");
    const found = await store.apiKeys.authenticate(key.id, "digest");
    assert.deepEqual(found?.key.scopes, ["*"]);
    assert.equal(found?.key.name, "Desk key");
    assert.equal(found?.account.plan, "pro");
  }));

Deno.test("another account's API key is not found", () =>
  withStore(async ({ store }) => {
    const { account, key } = await accountWithCredentials(store);
    const bob = await accountWithCredentials(store, "bob@example.com");
    await assertAllReject([
      store.apiKeys.get(bob.account.id, key.id),
      store.apiKeys.update(bob.account.id, key.id, { scopes: ["*"], sessionId: bob.session.id }),
      store.apiKeys.delete(bob.account.id, key.id),
    ], { code: "not_found" });
    assert.deepEqual(await store.apiKeys.get(account.id, key.id), key);
  }));

Deno.test("API keys are listed newest first, for one client or for all", () =>
  withStore(async ({ store }) => {
    const { account, client, key } = await accountWithCredentials(store);
    const other = await store.apiClients.create(account.id, { name: "Other", description: null });
    const added: string[] = [];
    for (let index = 0; index < 12; index++) {
      const draft = apiKeyDraft(other.id, `01M${String(index).padStart(23, "0")}`);
      added.unshift((await store.apiKeys.create(account.id, draft)).id);
    }
    const ids = async (filter: { clientId?: string }) =>
      (await store.apiKeys.list(account.id, filter, FIRST_PAGE)).items.map(({ id }) => id);
    assert.deepEqual(await ids({}), [...added, key.id]);
    assert.deepEqual(await ids({ clientId: client.id }), [key.id]);
    assert.deepEqual(await ids({ clientId: other.id }), added);
    assert.deepEqual(await ids({ clientId: "cli_unknown" }), []);
    const page = await store.apiKeys.list(account.id, {}, { limit: 12, cursor: null });
    const rest = await store.apiKeys.list(account.id, {}, { limit: 12, cursor: page.nextCursor });
    assert.deepEqual([...page.items, ...rest.items].map(({ id }) => id), [...added, key.id]);
  }));
