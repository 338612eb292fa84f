import assert from "node:assert/strict";
import {
  consentedConnector,
  REDIRECT_ADDRESS,
  registeredConnector,
  RESOURCE,
} from "../../tests/support/consented_connector.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { CONNECTOR_GRANTS_AT_MOST } from "../domain/connector_grant.ts";
import { DAY_MS, MINUTE_MS } from "../domain/instant.ts";

const REQUEST = {
  redirectAddress: REDIRECT_ADDRESS,
  codeChallenge: "challenge",
  resource: RESOURCE,
  scopes: ["jobs:read", "jobs:write"],
  state: "state",
} as const;

Deno.test("a request can be decided once, within 15 minutes", () =>
  withStore(async ({ store, clock }) => {
    const { account, session } = await accountWithCredentials(store);
    const { id: clientId } = await registeredConnector(store);
    const consent = { sessionId: session.id, clientName: null, scopes: ["jobs:read"], codeDigest: "code" } as const;
    for (const digest of ["allowed", "denied", "late"]) {
      await store.authorizationRequests.add(digest, { ...REQUEST, clientId });
    }
    assert.equal((await store.authorizationRequests.get("allowed")).state, "state");
    assert.equal((await store.authorizationRequests.allow("allowed", account.id, consent)).clientId, clientId);
    assert.equal((await store.authorizationRequests.deny("denied")).clientId, clientId);
    clock.nowMs += 15 * MINUTE_MS;
    for (const digest of ["allowed", "denied", "late", "unknown"]) {
      await assert.rejects(store.authorizationRequests.get(digest), { code: "not_found" }, digest);
      await assert.rejects(store.authorizationRequests.allow(digest, account.id, consent), { code: "not_found" });
      await assert.rejects(store.authorizationRequests.deny(digest), { code: "not_found" }, digest);
    }
    const [grant, ...others] = await store.connectorGrants.list(account.id);
    assert.deepEqual([grant?.scopes, others], [["jobs:read"], []]);
  }));

Deno.test("nothing is granted in a session that has ended", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    await store.sessions.end(person.account.id, person.session.id);
    await assert.rejects(consentedConnector(store, person), { code: "session_revoked" });
    assert.deepEqual(await store.connectorGrants.list(person.account.id), []);
  }));

Deno.test("an account grants to 50 connectors, and a further one is refused until a grant is revoked", () =>
  withStore(async ({ store }) => {
    const person = await accountWithCredentials(store);
    for (let i = 0; i < CONNECTOR_GRANTS_AT_MOST; i++) await consentedConnector(store, person, { code: `code ${i}` });
    await assert.rejects(consentedConnector(store, person), { code: "limit_reached" });
    const [newest] = await store.connectorGrants.list(person.account.id);
    assert.ok(newest !== undefined);
    await store.connectorGrants.revoke(person.account.id, newest.clientId);
    await consentedConnector(store, person);
  }));

Deno.test("a connector that nobody grants anything is forgotten after seven days, another after 90", () =>
  withStore(async ({ store, clock }) => {
    const person = await accountWithCredentials(store);
    const unused = await registeredConnector(store);
    const used = await consentedConnector(store, person);
    clock.nowMs += 7 * DAY_MS;
    assert.equal(await store.connectorClients.find(unused.id), null);
    assert.equal((await store.connectorClients.find(used.id))?.id, used.id);
    clock.nowMs += 83 * DAY_MS;
    assert.equal(await store.connectorClients.find(used.id), null);
  }));
