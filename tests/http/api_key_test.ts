import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { type RunningService } from "../support/running_service.ts";
import { accountIdOf } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { apiKeyDraft } from "../support/temporary_store.ts";
import { problemCount, testInTurn } from "../support/tier.ts";

/** Test helper. Creates an API client of a person and an API key of that client. */
async function keyOf(browser: Browser, form: { scopes?: string[]; name?: string } = {}) {
  const client = await browser.send("POST", "/auth/api-clients", {
    body: { name: "Back office", description: "Nightly" },
  });
  assert.equal(client.status, 201);
  const key = await browser.send("POST", "/auth/api-keys", {
    body: { client_id: client.body.id, name: "Night", ...form },
  });
  assert.equal(key.status, 201);
  return { client: client.body, key: key.body };
}

const withKey = (service: RunningService, key: string, path = "/jobs/active"): Promise<Reply> =>
  new Browser(service).send("GET", path, { headers: { authorization: `Bearer ${key}` } });

Deno.test("an API client is created, read, listed, changed and deleted", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { client } = await keyOf(browser);
  assert.deepEqual(Object.keys(client), ["id", "name", "description", "created_at"]);
  assert.match(client.id, /^cli_/);
  assert.deepEqual((await browser.send("GET", `/auth/api-clients/${client.id}`)).body, client);
  const bare = await browser.send("POST", "/auth/api-clients", { body: { name: "Bare" } });
  assert.equal(bare.body.description, null);
  const list = await browser.send("GET", "/auth/api-clients");
  assert.deepEqual(list.body, { items: [bare.body, client], next_cursor: null });
  const changed = await browser.send("PATCH", `/auth/api-clients/${client.id}`, {
    body: { name: "Front", description: null },
  });
  assert.deepEqual(changed.body, { ...client, name: "Front", description: null });
  assert.equal((await browser.send("PATCH", `/auth/api-clients/${client.id}`, { body: {} })).body.name, "Front");
  assert.equal((await browser.send("DELETE", `/auth/api-clients/${client.id}`)).status, 204);
  assert.equal((await browser.send("GET", `/auth/api-clients/${client.id}`)).status, 404);
  assert.equal((await browser.send("DELETE", `/auth/api-clients/${client.id}`)).status, 404);
});

Deno.test("an API key's text is shown once; the store has only its digest, and lists only its beginning", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { client, key } = await keyOf(browser);
  assert.deepEqual(Object.keys(key), ["id", "client_id", "name", "key", "scopes", "created_at"]);
  assert.match(key.key, /^pos_[0-9A-HJKMNP-TV-Z]{26}_[A-Za-z0-9_-]{43}$/);
  assert.equal(key.key.split("_")[1], key.id.split("_")[1]);
  assert.deepEqual(key.scopes, ["jobs:read", "jobs:write"]);
  const { items } = (await browser.send("GET", `/auth/api-keys?client_id=${client.id}`)).body;
  assert.deepEqual(Object.keys(items[0]), [
    "id",
    "client_id",
    "name",
    "prefix",
    "scopes",
    "created_at",
    "last_used_at",
  ]);
  assert.ok(key.key.startsWith(items[0].prefix));
  assert.equal(items[0].last_used_at, null);
  const secret = key.key.slice(key.key.indexOf("_", 4) + 1);
  const stored = await service.storedText();
  assert.ok(!stored.includes(secret));
  assert.ok(stored.includes(createHash("sha256").update(secret).digest("hex")));
  assert.equal((await withKey(service, key.key)).status, 200);
  const used = (await browser.send("GET", "/auth/api-keys")).body.items[0];
  assert.match(used.last_used_at, /^\d{4}-/);
});

Deno.test("an API key is accepted in either header, and two headers must have the same key", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const [first, second] = [(await keyOf(browser)).key.key, (await keyOf(browser)).key.key];
  const send = (headers: Record<string, string>) => new Browser(service).send("GET", "/jobs/active", { headers });
  assert.equal((await send({ authorization: `Bearer ${first}` })).status, 200);
  assert.equal((await send({ "x-api-key": first })).status, 200);
  assert.equal((await send({ authorization: `Bearer ${first}`, "x-api-key": first })).status, 200);
  const refused: readonly [Record<string, string>, string][] = [
    [{}, "credentials_missing"],
    [{ authorization: `Bearer ${first}`, "x-api-key": second }, "token_invalid"],
    [{ authorization: `Bearer ${browser.accessToken}`, "x-api-key": first }, "token_invalid"],
    [{ authorization: first }, "token_invalid"],
    [{ authorization: "Basic YTpi" }, "token_invalid"],
    [{ "x-api-key": browser.accessToken ?? "" }, "key_invalid"],
    [{ "x-api-key": `${first}x` }, "key_invalid"],
    [{ "x-api-key": first.replace(/.$/, (last: string) => last === "A" ? "B" : "A") }, "key_invalid"],
    [{ "x-api-key": `${first.slice(0, 30)}_${second.slice(31)}` }, "key_invalid"],
    [{ authorization: "Bearer pos_" }, "key_invalid"],
    [{ "x-api-key": "" }, "key_invalid"],
  ];
  for (const [headers, code] of refused) {
    const reply = await send(headers);
    assert.equal(reply.status, 401, JSON.stringify(headers));
    assert.equal(reply.body.code, code, JSON.stringify(headers));
  }
});

Deno.test("an API key is refused from the next request on when it, its client or its account is deleted", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const [one, two, three] = [await keyOf(browser), await keyOf(browser), await keyOf(browser)];
  for (const { key } of [one, two, three]) assert.equal((await withKey(service, key.key)).status, 200);
  assert.equal((await browser.send("DELETE", `/auth/api-keys/${one.key.id}`)).status, 204);
  assert.equal((await withKey(service, one.key.key)).body.code, "key_invalid");
  assert.equal((await withKey(service, two.key.key)).status, 200, "each key is revoked alone");
  assert.equal((await browser.send("DELETE", `/auth/api-clients/${two.client.id}`)).status, 204);
  assert.equal((await withKey(service, two.key.key)).body.code, "key_invalid");
  assert.equal((await browser.send("DELETE", "/users/me")).status, 204);
  assert.equal((await withKey(service, three.key.key)).body.code, "key_invalid");
});

Deno.test("an API key works after the session that created it ends, and its name and scopes can be changed", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { key } = await keyOf(browser, { scopes: ["jobs:read", "jobs:read"] });
  assert.deepEqual(key.scopes, ["jobs:read"]);
  const changed = await browser.send("PATCH", `/auth/api-keys/${key.id}`, { body: { name: "Day", scopes: ["*"] } });
  assert.equal(changed.status, 200);
  assert.deepEqual([changed.body.name, changed.body.scopes], ["Day", ["*"]]);
  assert.equal((await browser.send("POST", "/auth/logout")).status, 200);
  assert.equal((await withKey(service, key.key)).status, 200);
});

Deno.test("an API key with invalid scopes, name or client or an unknown field is refused at the pointer", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { client } = await keyOf(browser);
  const cases: readonly [Record<string, unknown>, string][] = [
    [{ scopes: ["jobs:delete"] }, "/scopes/0"],
    [{ scopes: [] }, "/scopes"],
    [{ scopes: "jobs:read" }, "/scopes"],
    [{ name: "" }, "/name"],
    [{ name: "a\r\nb" }, "/name"],
    [{ key: "pos_x" }, "/key"],
    [{ client_id: 5 }, "/client_id"],
  ];
  for (const [change, pointer] of cases) {
    const reply = await browser.send("POST", "/auth/api-keys", {
      body: { client_id: client.id, name: "x", ...change },
    });
    assert.equal(reply.status, 422, JSON.stringify(change));
    assert.equal(reply.body.errors[0].pointer, pointer);
  }
});

Deno.test("API clients and keys of another account are not found, in the same words as those that do not exist", async () => {
  const service = await sharedService();
  const owner = await verifiedBrowser(service);
  const stranger = await verifiedBrowser(service);
  const { client, key } = await keyOf(owner);
  const requests: readonly [string, string, unknown][] = [
    ["GET", `/auth/api-clients/${client.id}`, undefined],
    ["PATCH", `/auth/api-clients/${client.id}`, { name: "x" }],
    ["DELETE", `/auth/api-clients/${client.id}`, undefined],
    ["PATCH", `/auth/api-keys/${key.id}`, { name: "x" }],
    ["DELETE", `/auth/api-keys/${key.id}`, undefined],
    ["POST", "/auth/api-keys", { client_id: client.id, name: "x" }],
  ];
  for (const [method, path, body] of requests) {
    const theirs = await stranger.send(method, path, { body });
    const nobodys = await stranger.send(method, path.replace(/_[0-9A-Z]{26}/, `_${"0".repeat(26)}`), {
      body: method === "POST" ? { client_id: `cli_${"0".repeat(26)}`, name: "x" } : body,
    });
    assert.equal(theirs.status, 404, `${method} ${path}`);
    assert.deepEqual(shape(theirs), shape(nobodys), `${method} ${path}`);
  }
  assert.deepEqual((await stranger.send("GET", "/auth/api-clients")).body.items, []);
  assert.deepEqual((await stranger.send("GET", `/auth/api-keys?client_id=${client.id}`)).body.items, []);
  assert.equal((await withKey(service, key.key)).status, 200);
});

Deno.test("lists of API clients come in pages, whose cursors are refused for another list or account", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const stranger = await verifiedBrowser(service);
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    ids.unshift((await browser.send("POST", "/auth/api-clients", { body: { name: `Client ${index}` } })).body.id);
  }
  const seen: string[] = [];
  let path = "/auth/api-clients?limit=2";
  let cursor = "";
  for (;;) {
    const { items, next_cursor } = (await browser.send("GET", path)).body;
    seen.push(...items.map(({ id }: { id: string }) => id));
    if (next_cursor === null) break;
    cursor = next_cursor;
    path = `/auth/api-clients?limit=2&cursor=${next_cursor}`;
  }
  assert.deepEqual(seen, ids);
  for (
    const [who, wrong] of [
      [browser, `/auth/api-keys?cursor=${cursor}`],
      [stranger, `/auth/api-clients?cursor=${cursor}`],
      [browser, "/auth/api-clients?cursor=x"],
      [browser, "/auth/api-clients?cursor="],
    ] as const
  ) {
    const reply = await who.send("GET", wrong);
    assert.equal(reply.status, 400, wrong);
    assert.equal(reply.body.code, "invalid_cursor");
  }
  assert.equal((await browser.send("GET", `/auth/api-clients?limit=3&cursor=${cursor}`)).status, 200);
  assert.equal((await browser.send("GET", "/auth/api-clients?limit=0")).status, 422);
});

/**
 * Returns the parts of a problem response that must be equal if nobody is to distinguish two refusals. Ids are blanked.
 */
function shape({ status, body }: Reply): unknown {
  const blank = (text: string) => text.replace(/_[0-9A-Z]{26}/g, "_");
  return { status, code: body.code, title: body.title, detail: blank(body.detail) };
}

/** Test helper. Writes clients of a person directly to the store. */
async function fillClients(service: RunningService, browser: Browser, count: number): Promise<void> {
  const accountId = await accountIdOf(service, browser);
  for (let made = 0; made < count; made++) {
    await service.store.apiClients.create(accountId, { name: "Desk", description: null });
  }
}

/** Test helper. Writes keys of a person's client directly to the store. */
async function fillKeys(
  service: RunningService,
  browser: Browser,
  { count, clientId }: { count: number; clientId: string },
): Promise<void> {
  const accountId = await accountIdOf(service, browser);
  for (let index = 0; index < count; index++) {
    const draft = apiKeyDraft(clientId, String(index).padStart(26, "0"));
    await service.store.apiKeys.create(accountId, { ...draft, digest: `digest ${index}` });
  }
}

Deno.test(
  testInTurn(
    "an account may have 50 API clients and 200 keys, even if created concurrently; the next one is 409",
    async () => {
      const service = await sharedService();
      const browser = await verifiedBrowser(service);
      const make = (path: string, body: unknown) => browser.send("POST", path, { body });
      const makeAll = (count: number, path: string, body: unknown) =>
        Promise.all(Array.from({ length: count }, () => make(path, body)));
      // Each client and key that is made over HTTPS costs much, so the part of the tests writes most of them to the
      // store.
      const sent = problemCount(52, 12), rounds = problemCount(10, 1);
      await fillClients(service, browser, 52 - sent);
      const clients = [...await makeAll(sent / 2, "/auth/api-clients", { name: "Desk" })];
      clients.push(...await makeAll(sent / 2, "/auth/api-clients", { name: "Desk" }));
      assert.equal(clients.filter(({ status }) => status === 201).length, sent - 2);
      const refused = clients.filter(({ status }) => status === 409);
      assert.deepEqual(refused.map(({ body }) => body.code), ["limit_reached", "limit_reached"]);
      const made = clients.find(({ status }) => status === 201);
      const keys = [];
      await fillKeys(service, browser, { count: 20 * (10 - rounds), clientId: made?.body.id });
      for (let round = 0; round < rounds; round++) {
        keys.push(...await makeAll(20, "/auth/api-keys", { client_id: made?.body.id, name: "Night" }));
      }
      assert.ok(keys.every(({ status }) => status === 201));
      const late = await makeAll(2, "/auth/api-keys", { client_id: made?.body.id, name: "Night" });
      assert.deepEqual(late.map(({ body }) => body.code), ["limit_reached", "limit_reached"]);
      assert.equal((await browser.send("DELETE", `/auth/api-keys/${keys[0].body.id}`)).status, 204);
      assert.equal((await make("/auth/api-keys", { client_id: made?.body.id, name: "Night" })).status, 201);
    },
  ),
);
