import assert from "node:assert/strict";
import { accountWithCredentials, apiKeyDraft, mailTo, withStore } from "../../tests/support/temporary_store.ts";
import type { Session } from "../domain/session.ts";
import { accountRepository } from "./accounts.ts";
import { type ApiKeyRepository, apiKeyRepository } from "./api_keys.ts";
import type { EncodedKv } from "./encoded_kv.ts";
import type { Repositories } from "./mod.ts";
import { type OneTimeTokenRepository, oneTimeTokenRepository, type PasswordReset } from "./one_time_tokens.ts";

const HOUR_MS = 3_600_000;
const ADA = "ada@example.com";
const VERIFICATION = `digest of ${ADA}`;

Deno.test("a verification token confirms the e-mail address once", () =>
  withStore(async ({ store, clock, list }) => {
    const { user } = await accountWithCredentials(store);
    const confirmed = await store.oneTimeTokens.confirmEmail(VERIFICATION);
    assert.deepEqual(confirmed.user, { ...user, emailVerifiedAt: clock.nowMs, credentialGeneration: 2 });
    await assert.rejects(store.oneTimeTokens.confirmEmail(VERIFICATION), { code: "one_time_token_invalid" });
    assert.deepEqual((await list()).filter((key) => key.includes("one_time_token")), []);
  }));

Deno.test("of 20 parallel uses of a password reset token exactly one succeeds", () =>
  withStore(async ({ store, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const issue = { purpose: "password_reset", digest: "reset", mail: mailTo(ADA) } as const;
    await store.oneTimeTokens.issue(account.id, issue);
    const stores = [store, await openAgain()];
    const outcomes = await Promise.allSettled(
      Array.from(
        { length: 20 },
        (_, index) => stores[index % 2].oneTimeTokens.resetPassword("reset", resetTo(`hash ${index}`)),
      ),
    );
    assert.equal(
      outcomes.filter(({ status }) => status === "fulfilled").length,
      1,
    );
    assert.equal((await store.accounts.findByEmail(ADA))?.user.credentialGeneration, 2);
  }));

Deno.test("a password reset token sets the password, and ends every session and every other reset token", () =>
  withStore(async ({ store }) => {
    const { account, session, refreshDigest } = await accountWithCredentials(store);
    for (const digest of ["reset 1", "reset 2"]) {
      await store.oneTimeTokens.issue(account.id, { purpose: "password_reset", digest, mail: mailTo(ADA) });
    }
    await store.oneTimeTokens.get("reset 1", "password_reset");
    await store.oneTimeTokens.resetPassword("reset 1", resetTo("new hash"));
    assert.equal((await store.accounts.findByEmail(ADA))?.passwordHash, "new hash");
    assert.equal(await store.sessions.authenticate(account.id, session.id), null);
    await assert.rejects(store.sessions.rotate(refreshDigest, "next"), { code: "session_revoked" });
    await assert.rejects(store.oneTimeTokens.resetPassword("reset 2", resetTo("x")), {
      code: "one_time_token_invalid",
    });
    assert.ok((await store.oneTimeTokens.confirmEmail(VERIFICATION)).user.emailVerifiedAt);
  }));

Deno.test("verification tokens are valid for 24 hours, reset tokens for one, and expired ones differ from unknown ones", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    await store.oneTimeTokens.issue(account.id, { purpose: "password_reset", digest: "reset", mail: mailTo(ADA) });
    clock.nowMs += HOUR_MS - 1;
    await store.oneTimeTokens.get("reset", "password_reset");
    clock.nowMs += 1;
    await assert.rejects(store.oneTimeTokens.get("reset", "password_reset"), { code: "one_time_token_expired" });
    clock.nowMs += 23 * HOUR_MS - 1;
    await store.oneTimeTokens.get(VERIFICATION, "email_verification");
    clock.nowMs += 1;
    await assert.rejects(store.oneTimeTokens.confirmEmail(VERIFICATION), { code: "one_time_token_expired" });
    await assert.rejects(store.oneTimeTokens.confirmEmail("unknown"), { code: "one_time_token_invalid" });
  }));

Deno.test("a one-time token is valid only for its own purpose", () =>
  withStore(async ({ store }) => {
    await accountWithCredentials(store);
    await assert.rejects(store.oneTimeTokens.resetPassword(VERIFICATION, resetTo("x")), {
      code: "one_time_token_invalid",
    });
    assert.ok(await store.oneTimeTokens.get(VERIFICATION, "email_verification"));
  }));

Deno.test("an e-mail address gets at most five mails a minute, and a sixth request leaves neither mail nor token", () =>
  withStore(async ({ store, clock, list }) => {
    const { account } = await accountWithCredentials(store);
    const issue = (index: number) =>
      store.oneTimeTokens.issue(account.id, { purpose: "password_reset", digest: `reset ${index}`, mail: mailTo(ADA) });
    // The sign-up mail was the first of the five mails allowed per minute; the other four are requested in parallel.
    const issued = await Promise.all(Array.from({ length: 10 }, (_, index) => issue(index)));
    assert.equal(issued.filter((outcome) => outcome === "issued").length, 4);
    const entries = await list();
    assert.equal(entries.filter((key) => key.startsWith('["due_mails"')).length, 5);
    assert.equal(entries.filter((key) => key.startsWith('["account_of_one_time_token"')).length, 5);
    clock.nowMs += 60_000;
    assert.equal(await issue(10), "issued");
  }));

Deno.test("a password reset with revocation ends every API key, and no key that a session makes meanwhile outlasts it", () =>
  withStore(async (temporary) => {
    const { store, kv, list, openAgain } = temporary;
    const { account, session, client } = await accountWithCredentials(store);
    const other = await openAgain();
    const issueReset = (digest: string) =>
      store.oneTimeTokens.issue(account.id, { purpose: "password_reset", digest, mail: mailTo(ADA) });
    const reset = (tokens: OneTimeTokenRepository, digest: string) =>
      tokens.resetPassword(digest, { ...resetTo(digest), revokeApiKeys: true });
    const make = (apiKeys: ApiKeyRepository, sessionId: string) =>
      apiKeys.create(account.id, { ...apiKeyDraft(client.id), sessionId });
    const keysLeft = async () => (await list()).filter((entry) => entry.includes("key_") && !entry.includes("newest"));

    // The key is stored between the reset's reads and its commit: the reset lists the keys again.
    await issueReset("reset 1");
    const late = { ...temporary, kv: committingAfter(kv, () => make(other.apiKeys, session.id)) };
    await reset(oneTimeTokenRepository(late), "reset 1");
    assert.deepEqual(await keysLeft(), []);

    // The reset commits between the reads of the key's creation and its commit: the session has ended.
    const next = await signIn(store, "second");
    await issueReset("reset 2");
    const lateKey = { ...temporary, kv: committingAfter(kv, () => reset(other.oneTimeTokens, "reset 2")) };
    await assert.rejects(make(apiKeyRepository(lateKey), next.id), { code: "session_revoked" });
    assert.deepEqual(await keysLeft(), []);

    // Both at once, however they fall.
    const last = await signIn(store, "third");
    await issueReset("reset 3");
    await Promise.allSettled([make(other.apiKeys, last.id), reset(store.oneTimeTokens, "reset 3")]);
    assert.equal((await store.accounts.findByEmail(ADA))?.passwordHash, "reset 3");
    assert.deepEqual(await keysLeft(), []);
  }));

Deno.test("a password reset keeps the scopes of the API keys that it does not revoke, whatever a session sets meanwhile", () =>
  withStore(async (temporary) => {
    const { store, kv, openAgain } = temporary;
    const { account, session, key } = await accountWithCredentials(store);
    const other = await openAgain();
    const widen = (apiKeys: ApiKeyRepository, sessionId: string) =>
      apiKeys.update(account.id, key.id, { scopes: ["*"], sessionId });
    const scopes = async () => (await store.apiKeys.authenticate(key.id, "digest"))?.key.scopes;

    // The reset commits between the reads of the change and its commit: the session has ended.
    await store.oneTimeTokens.issue(account.id, { purpose: "password_reset", digest: "reset", mail: mailTo(ADA) });
    const late = committingAfter(kv, () => other.oneTimeTokens.resetPassword("reset", resetTo("new hash")));
    await assert.rejects(widen(apiKeyRepository({ ...temporary, kv: late }), session.id), { code: "session_revoked" });
    assert.deepEqual(await scopes(), key.scopes);

    // The user signs out between the reads of the change and its commit.
    const next = await signIn(store, "second");
    const lateAgain = committingAfter(kv, () => other.sessions.revoke(account.id, next.id));
    await assert.rejects(widen(apiKeyRepository({ ...temporary, kv: lateAgain }), next.id), {
      code: "session_revoked",
    });
    assert.deepEqual(await scopes(), key.scopes);

    // A session that is still good changes the key.
    await widen(other.apiKeys, (await signIn(store, "third")).id);
    assert.deepEqual(await scopes(), ["*"]);
  }));

Deno.test("a session that a password reset ended does not delete the account after the reset", () =>
  withStore(async (temporary) => {
    const { store, kv, openAgain } = temporary;
    const { account, session } = await accountWithCredentials(store);
    const other = await openAgain();
    await store.oneTimeTokens.issue(account.id, { purpose: "password_reset", digest: "reset", mail: mailTo(ADA) });
    // The reset commits between the reads of the deletion and its commit.
    const late = committingAfter(kv, () => other.oneTimeTokens.resetPassword("reset", resetTo("new hash")));
    const accounts = accountRepository({ ...temporary, kv: late });
    await assert.rejects(accounts.delete(account.id, session.id), { code: "session_revoked" });
    assert.equal((await store.accounts.findByEmail(ADA))?.passwordHash, "new hash");

    await other.accounts.delete(account.id, (await signIn(store, "second")).id);
    assert.equal(await store.accounts.findByEmail(ADA), null);
  }));

/** Test helper. Wraps the KV of a store so that its first commit waits until another operation has happened. */
function committingAfter(kv: EncodedKv, happen: () => Promise<unknown>): EncodedKv {
  let hasHappened = false;
  return {
    ...kv,
    async commit(write) {
      if (!hasHappened) {
        hasHappened = true;
        await happen();
      }
      return await kv.commit(write);
    },
  };
}

/** Test helper. Starts another session of the test's user. */
async function signIn(store: Repositories, refreshDigest: string): Promise<Session> {
  const member = await store.accounts.findByEmail(ADA);
  assert.ok(member);
  const { account, user: { id: userId, credentialGeneration } } = member;
  return await store.sessions.start(account.id, { userId, credentialGeneration, refreshDigest });
}

function resetTo(passwordHash: string): PasswordReset {
  return {
    passwordHash,
    revokeApiKeys: false,
    notice: { subject: "Changed", text: "Changed", html: "<p>Changed</p>" },
  };
}
