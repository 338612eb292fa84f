import assert from "node:assert/strict";
import {
  consentedConnector,
  exchangeCode,
  nextDigest,
  refreshTokens,
  registeredConnector,
  RESOURCE,
} from "../../tests/support/consented_connector.ts";
import { accountWithCredentials, mailTo, stoppingAfter, withStore } from "../../tests/support/temporary_store.ts";
import { DomainError } from "../domain/errors.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../domain/instant.ts";
import { connectorTokenRepository } from "./connector_tokens.ts";

const INVALID = { code: "invalid_grant", name: "DomainError" };
const REUSED = { code: "invalid_grant", name: "TokenReused" };

Deno.test("a code gives tokens once, and its second use ends the grant and every token of it", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    assert.deepEqual(await exchangeCode(store), ["jobs:read", "jobs:write"]);
    const found = await store.connectorTokens.authenticate("access");
    assert.deepEqual(
      [found?.account, found?.access.clientId, found?.access.resource, found?.access.scopes],
      [person.account, client.id, RESOURCE, ["jobs:read", "jobs:write"]],
    );
    await assert.rejects(exchangeCode(store, { access: "other", refresh: "other refresh" }), REUSED);
    assert.equal(await store.connectorTokens.authenticate("access"), null);
    assert.equal(await store.connectorTokens.authenticate("other"), null);
    await assert.rejects(refreshTokens(store, client, "refresh"), INVALID);
    assert.deepEqual(await store.connectorGrants.list(person.account.id), []);
  }));

Deno.test("of 20 parallel uses of a code at most one gets tokens, and the grant ends", () =>
  withStore(async ({ store, openAgain }) => {
    const person = await accountWithCredentials(store);
    await consentedConnector(store, person);
    const stores = [store, await openAgain()];
    const outcomes = await Promise.allSettled(
      Array.from(
        { length: 20 },
        (_, index) => exchangeCode(stores[index % 2], { access: `access ${index}`, refresh: `refresh ${index}` }),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
    for (let index = 0; index < 20; index++) {
      assert.equal(await store.connectorTokens.authenticate(`access ${index}`), null);
    }
    assert.deepEqual(await store.connectorGrants.list(person.account.id), []);
  }));

Deno.test("a code is refused after 60 seconds, when its check fails, and when it is unknown", () =>
  withStore(async ({ store, clock }) => {
    const person = await accountWithCredentials(store);
    await consentedConnector(store, person);
    const check = (): void => {
      throw new DomainError("invalid_grant", "Another verifier");
    };
    await assert.rejects(exchangeCode(store, { check }), { message: "Another verifier" });
    await assert.rejects(exchangeCode(store, { code: "unknown" }), INVALID);
    clock.nowMs += 60 * SECOND_MS;
    await assert.rejects(exchangeCode(store), INVALID);
    assert.equal((await store.connectorGrants.list(person.account.id)).length, 1);
  }));

Deno.test("a code serves no grant that was revoked, or revoked and given again, since the consent", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person, { code: "first" });
    await store.connectorGrants.revoke(person.account.id, client.id);
    await assert.rejects(exchangeCode(store, { code: "first" }), INVALID);
    await consentedConnector(store, person, { client, code: "second" });
    await assert.rejects(exchangeCode(store, { code: "first" }), INVALID);
    assert.equal((await exchangeCode(store, { code: "second" })).length, 2);
  }));

Deno.test("a refresh token is replaced with each use, and an earlier one ends the family and the grant", () =>
  withStore(async ({ store, clock }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    await refreshTokens(store, client, "refresh");
    const second = nextDigest("refresh");
    await refreshTokens(store, client, second);
    assert.notEqual(await store.connectorTokens.authenticate(`access after ${second}`), null);
    clock.nowMs += SECOND_MS;
    await assert.rejects(refreshTokens(store, client, "refresh"), REUSED);
    await assert.rejects(refreshTokens(store, client, nextDigest(second)), INVALID);
    assert.equal(await store.connectorTokens.authenticate(`access after ${second}`), null);
    assert.deepEqual(await store.connectorGrants.list(person.account.id), []);
  }));

Deno.test("a refresh whose answer was lost can be repeated for 30 seconds and gets the same successor", () =>
  withStore(async ({ store, clock }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    assert.equal((await refreshTokens(store, client, "refresh", { nonce: "one" })).nonce, "one");
    clock.nowMs += 29 * SECOND_MS;
    const repeated = await refreshTokens(store, client, "refresh", { nonce: "two", access: "again" });
    assert.equal(repeated.nonce, "one");
    assert.notEqual(await store.connectorTokens.authenticate("again"), null);
    await refreshTokens(store, client, nextDigest("refresh", "one"));
    assert.equal((await store.connectorGrants.list(person.account.id)).length, 1);
  }));

Deno.test("a refresh token that was replaced 30 seconds ago ends the grant", () =>
  withStore(async ({ store, clock }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    await refreshTokens(store, client, "refresh");
    clock.nowMs += 30 * SECOND_MS;
    await assert.rejects(refreshTokens(store, client, "refresh"), REUSED);
    await assert.rejects(refreshTokens(store, client, nextDigest("refresh")), INVALID);
  }));

Deno.test("a process that is killed before it has stored tokens leaves the code and the refresh token as they were", () =>
  withStore(async (context) => {
    const { store } = context;
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    const dying = () => ({
      ...store,
      connectorTokens: connectorTokenRepository({ ...context, kv: stoppingAfter(context.kv, 0) }),
    });
    await assert.rejects(exchangeCode(dying()), { message: "killed" });
    await exchangeCode(store);
    await assert.rejects(refreshTokens(dying(), client, "refresh"), { message: "killed" });
    assert.equal(await store.connectorTokens.authenticate("access after refresh"), null);
    await refreshTokens(store, client, "refresh");
    assert.notEqual(await store.connectorTokens.authenticate("access after refresh"), null);
  }));

Deno.test("20 uses of a refresh token at once get one and the same successor", () =>
  withStore(async ({ store, openAgain }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    const stores = [store, await openAgain()];
    const issued = await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) =>
          refreshTokens(stores[index % 2], client, "refresh", { nonce: `nonce ${index}`, access: `access ${index}` }),
      ),
    );
    const nonces = new Set(issued.map(({ nonce }) => nonce));
    assert.equal(nonces.size, 1);
    await refreshTokens(store, client, nextDigest("refresh", [...nonces][0]));
    await assert.rejects(refreshTokens(store, client, "refresh"), REUSED);
  }));

Deno.test("a refresh gives fewer scopes where it asks for them, and never more than the grant has", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    const scopesOf = async (digest: string) => (await store.connectorTokens.authenticate(digest))?.access.scopes;
    await refreshTokens(store, client, "refresh", { scopes: ["jobs:read"], access: "fewer" });
    assert.deepEqual(await scopesOf("fewer"), ["jobs:read"]);
    const second = nextDigest("refresh");
    const raised = refreshTokens(store, client, second, { scopes: ["jobs:read", "analysis:write"] });
    await assert.rejects(raised, { code: "invalid_scope" });
    await refreshTokens(store, client, second, { access: "all" });
    assert.deepEqual(await scopesOf("all"), ["jobs:read", "jobs:write"]);
  }));

Deno.test("a new consent to fewer scopes takes them from the tokens that the connector already has", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    await consentedConnector(store, person, { client, scopes: ["jobs:read"], code: "second" });
    assert.deepEqual((await store.connectorTokens.authenticate("access"))?.access.scopes, ["jobs:read"]);
    await assert.rejects(refreshTokens(store, client, "refresh", { scopes: ["jobs:write"] }), {
      code: "invalid_scope",
    });
  }));

Deno.test("an access token ends after 15 minutes, and a refresh token after 30 days without use", () =>
  withStore(async ({ store, clock }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    clock.nowMs += 15 * MINUTE_MS - 1;
    assert.notEqual(await store.connectorTokens.authenticate("access"), null);
    clock.nowMs += 1;
    assert.equal(await store.connectorTokens.authenticate("access"), null);
    clock.nowMs += 29 * DAY_MS;
    await refreshTokens(store, client, "refresh");
    clock.nowMs += 30 * DAY_MS;
    await assert.rejects(refreshTokens(store, client, nextDigest("refresh")), INVALID);
  }));

Deno.test("a refresh token serves no other client and is no access token, and the other way round", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    const stranger = await registeredConnector(store);
    await exchangeCode(store);
    await assert.rejects(refreshTokens(store, stranger, "refresh"), INVALID);
    assert.equal(await store.connectorTokens.authenticate("refresh"), null);
    await store.connectorTokens.revoke("refresh", stranger.id);
    await refreshTokens(store, client, "refresh");
  }));

Deno.test("an access token presented for a refresh is refused, and ends nothing", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    await assert.rejects(refreshTokens(store, client, "access"), INVALID);
    assert.notEqual(await store.connectorTokens.authenticate("access"), null);
  }));

Deno.test("the revocation of an access token ends it alone, of a refresh token its family, of the last one the grant", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person, { code: "one" });
    await exchangeCode(store, { code: "one", access: "access 1", refresh: "refresh 1" });
    await consentedConnector(store, person, { client, code: "two" });
    await exchangeCode(store, { code: "two", access: "access 2", refresh: "refresh 2" });
    await store.connectorTokens.revoke("access 1", client.id);
    assert.equal(await store.connectorTokens.authenticate("access 1"), null);
    await refreshTokens(store, client, "refresh 1");
    await store.connectorTokens.revoke("refresh 1", client.id);
    assert.equal(await store.connectorTokens.authenticate("access after refresh 1"), null);
    assert.notEqual(await store.connectorTokens.authenticate("access 2"), null);
    await store.connectorTokens.revoke("refresh 2", client.id);
    assert.equal(await store.connectorTokens.authenticate("access 2"), null);
    assert.deepEqual(await store.connectorGrants.list(person.account.id), []);
    await store.connectorTokens.revoke("unknown", client.id);
  }));

Deno.test("a connector of many machines keeps its twenty newest token families", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    const client = await registeredConnector(store);
    for (let machine = 0; machine < 21; machine++) {
      await consentedConnector(store, person, { client, code: `code ${machine}` });
      await exchangeCode(store, { code: `code ${machine}`, access: `a${machine}`, refresh: `r${machine}` });
    }
    await assert.rejects(refreshTokens(store, client, "r0"), INVALID);
    await refreshTokens(store, client, "r1");
    await refreshTokens(store, client, "r20");
  }));

Deno.test("a revoked grant, a password reset and a deleted account end the tokens at the next use", () =>
  withStore(async ({ store }) => {
    const ends: Record<string, (id: Parameters<typeof store.accounts.delete>[0], email: string) => Promise<unknown>> = {
      revocation: async (id) => {
        for (const { clientId } of await store.connectorGrants.list(id)) {
          await store.connectorGrants.revoke(id, clientId);
        }
      },
      "password reset": async (id, email) => {
        await store.oneTimeTokens.issue(id, { purpose: "password_reset", digest: "reset", mail: mailTo(email) });
        const notice = { subject: "Set", text: "Set", html: "<p>Set</p>" };
        await store.oneTimeTokens.resetPassword("reset", { passwordHash: "new", revokeApiKeys: false, notice });
      },
      deletion: async (id) => {
        await store.accounts.delete(id);
        await store.maintenance.sweep();
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      const email = `${name.replace(" ", "-")}@example.com`;
      const person = await accountWithCredentials(store, email);
      const digests = { code: `code of ${name}`, access: `access of ${name}`, refresh: `refresh of ${name}` };
      const client = await consentedConnector(store, person, { code: digests.code });
      await exchangeCode(store, digests);
      assert.notEqual(await store.connectorTokens.authenticate(digests.access), null, name);
      await end(person.account.id, email);
      assert.equal(await store.connectorTokens.authenticate(digests.access), null, name);
      await assert.rejects(refreshTokens(store, client, digests.refresh), INVALID, name);
      assert.deepEqual(await store.connectorGrants.list(person.account.id), [], name);
    }
  }));

Deno.test("the use of a grant is noted at most once a minute", () =>
  withStore(async ({ store, clock }) => {
    const person = await accountWithCredentials(store);
    await consentedConnector(store, person);
    await exchangeCode(store);
    const lastUse = async () => (await store.connectorGrants.list(person.account.id))[0]?.lastUsedAt;
    assert.equal(await lastUse(), null);
    await store.connectorTokens.authenticate("access");
    const first = clock.nowMs;
    assert.equal(await lastUse(), first);
    clock.nowMs += MINUTE_MS - 1;
    await store.connectorTokens.authenticate("access");
    assert.equal(await lastUse(), first);
    clock.nowMs += 1;
    await store.connectorTokens.authenticate("access");
    assert.equal(await lastUse(), clock.nowMs);
  }));

Deno.test("the sweep leaves nothing of the codes and tokens of a deleted account", () =>
  withStore(async ({ store, list }) => {
    const person = await accountWithCredentials(store);
    const client = await consentedConnector(store, person);
    await exchangeCode(store);
    await refreshTokens(store, client, "refresh");
    await consentedConnector(store, person, { client, code: "unused" });
    await store.accounts.delete(person.account.id);
    await store.maintenance.sweep();
    const left = (await list()).filter((key) => /connector|authorization|family|owned/.test(key));
    assert.deepEqual(left.map((key) => JSON.parse(key)[0]), ["connector_clients"]);
  }));
