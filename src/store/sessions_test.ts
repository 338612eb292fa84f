import assert from "node:assert/strict";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";

const DAY_MS = 86_400_000;

Deno.test("of 50 parallel refreshes with one token one succeeds, and the token family is revoked", () =>
  withStore(async ({ store }) => {
    const { account, session, refreshDigest } = await accountWithCredentials(store);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => store.sessions.rotate(refreshDigest, `next ${index}`)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.equal(refused.length, 49);
    assert.ok(refused.every(({ reason }) => reason.code === "session_revoked"));
    assert.equal(await store.sessions.authenticate(account.id, session.id), null);
    for (let index = 0; index < 50; index++) {
      await assert.rejects(store.sessions.rotate(`next ${index}`, "later"), { code: "session_revoked" });
    }
  }));

Deno.test("of 20 parallel refreshes in two processes one succeeds, and the token family is revoked", () =>
  withStore(async ({ store, openAgain }) => {
    const { account, session, refreshDigest } = await accountWithCredentials(store);
    const stores = [store, await openAgain()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => stores[index % 2].sessions.rotate(refreshDigest, `next ${index}`)),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal(await stores[1].sessions.authenticate(account.id, session.id), null);
  }));

Deno.test("each refresh gives a new refresh token and extends the session to 30 days", () =>
  withStore(async ({ store, clock }) => {
    const { account, session, refreshDigest } = await accountWithCredentials(store);
    clock.nowMs += 29 * DAY_MS;
    const next = await store.sessions.rotate(refreshDigest, "second");
    assert.equal(next.session.id, session.id);
    assert.equal(next.session.expiresAt, clock.nowMs + 30 * DAY_MS);
    clock.nowMs += 30 * DAY_MS - 1;
    assert.ok(await store.sessions.authenticate(account.id, session.id));
    clock.nowMs += 1;
    assert.equal(await store.sessions.authenticate(account.id, session.id), null);
    await assert.rejects(store.sessions.rotate("second", "third"), { code: "session_revoked" });
  }));

Deno.test("a refresh token used twice revokes the whole token family, including the current token", () =>
  withStore(async ({ store }) => {
    const { refreshDigest } = await accountWithCredentials(store);
    await store.sessions.rotate(refreshDigest, "second");
    await store.sessions.rotate("second", "third");
    await assert.rejects(store.sessions.rotate(refreshDigest, "stolen"), { code: "session_revoked" });
    await assert.rejects(store.sessions.rotate("third", "fourth"), { code: "session_revoked" });
  }));

Deno.test("an unknown refresh token is refused and revokes no session", () =>
  withStore(async ({ store }) => {
    const { account, session } = await accountWithCredentials(store);
    await assert.rejects(store.sessions.rotate("made up", "next"), { code: "session_revoked" });
    assert.ok(await store.sessions.authenticate(account.id, session.id));
  }));

Deno.test("a revoked session is refused by the next request in another process", () =>
  withStore(async ({ store, openAgain }) => {
    const { account, session, refreshDigest } = await accountWithCredentials(store);
    const other = await openAgain();
    assert.ok(await other.sessions.authenticate(account.id, session.id));
    await store.sessions.revoke(account.id, session.id);
    await store.sessions.revoke(account.id, session.id);
    assert.equal(await other.sessions.authenticate(account.id, session.id), null);
    assert.equal(await other.sessions.findByRefreshDigest(refreshDigest), null);
  }));

Deno.test("a session is found by each of its refresh tokens, and only in its own account", () =>
  withStore(async ({ store }) => {
    const ada = await accountWithCredentials(store);
    const bob = await accountWithCredentials(store, "bob@example.com");
    await store.sessions.rotate(ada.refreshDigest, "second");
    assert.equal((await store.sessions.findByRefreshDigest(ada.refreshDigest))?.id, ada.session.id);
    assert.equal((await store.sessions.findByRefreshDigest("second"))?.id, ada.session.id);
    assert.equal(await store.sessions.authenticate(bob.account.id, ada.session.id), null);
    await store.sessions.revoke(bob.account.id, ada.session.id);
    assert.ok(await store.sessions.authenticate(ada.account.id, ada.session.id));
  }));

Deno.test("a sign-in starts no session if the password has changed in between", () =>
  withStore(async ({ store }) => {
    const { account, user } = await accountWithCredentials(store);
    const start = { userId: user.id, credentialGeneration: user.credentialGeneration + 1, refreshDigest: "late" };
    await assert.rejects(store.sessions.start(account.id, start), { code: "invalid_credentials" });
  }));

Deno.test("an account has at most 50 sessions, also if they start in parallel, and a new one ends the oldest", () =>
  withStore(async ({ store, list, openAgain }) => {
    const { account, user, session: first } = await accountWithCredentials(store);
    const stores = [store, await openAgain()];
    const { id: userId, credentialGeneration } = user;
    const start = (index: number) =>
      stores[index % 2].sessions.start(account.id, { userId, credentialGeneration, refreshDigest: `start ${index}` });
    for (let index = 0; index < 49; index++) await start(index);
    assert.ok(await store.sessions.authenticate(account.id, first.id), "the fiftieth ends none");
    const last = await start(49);
    assert.equal(await store.sessions.authenticate(account.id, first.id), null);
    assert.ok(await store.sessions.authenticate(account.id, last.id));
    await Promise.all(Array.from({ length: 10 }, (_, index) => start(50 + index)));
    assert.equal((await list()).filter((key) => key.includes('"sessions"') && key.includes("ses_")).length, 50);
  }));

Deno.test("ended sessions do not count towards the limit, and their entries are deleted", () =>
  withStore(async ({ store, list }) => {
    const { account, user, session: first } = await accountWithCredentials(store);
    const { id: userId, credentialGeneration } = user;
    for (let index = 0; index < 60; index++) {
      const refreshDigest = `start ${index}`;
      const { id } = await store.sessions.start(account.id, { userId, credentialGeneration, refreshDigest });
      await store.sessions.revoke(account.id, id);
    }
    assert.ok(await store.sessions.authenticate(account.id, first.id));
    assert.equal((await list()).filter((key) => key.includes('"sessions"') && key.includes("ses_")).length, 2);
  }));
