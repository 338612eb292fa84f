import assert from "node:assert/strict";
import { assertAllReject } from "../../tests/support/assert_all_reject.ts";
import { accountIdOf } from "../domain/identifier.ts";
import { apiKeyDraft, mailTo, signUpOf, withStore } from "../../tests/support/temporary_store.ts";

Deno.test("200 parallel sign-ups of one address make exactly one account", () =>
  withStore(async ({ store, list }) => {
    const spellings = ["ada@example.com", "Ada@Example.com", "ADA@EXAMPLE.COM"];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => {
        const signUp = signUpOf(spellings[index % 3]);
        return store.accounts.signUp({ ...signUp, verification: { ...signUp.verification, digest: `d${index}` } });
      }),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.equal(outcomes.length - refused.length, 1);
    assert.ok(refused.every(({ reason }) => reason.code === "email_taken"));
    const entries = await list();
    assert.equal(entries.filter((key) => key.startsWith('["accounts"')).length, 1);
    assert.equal(entries.filter((key) => key.startsWith('["due_mails"')).length, 1);
    assert.equal(entries.filter((key) => key.includes('"one_time_tokens"')).length, 1);
  }));

Deno.test("sign-ups of one address by two processes make exactly one account", () =>
  withStore(async ({ store, openAgain }) => {
    const stores = [store, await openAgain()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => stores[index % 2].accounts.signUp(signUpOf("ada@example.com"))),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  }));

Deno.test("a sign-up creates an unverified user, a verification token of 24 hours and a queued mail", () =>
  withStore(async ({ store, clock }) => {
    const { account, user } = await store.accounts.signUp(signUpOf("Ada@Example.com"));
    assert.equal(account.plan, "free");
    assert.equal(user.email, "Ada@Example.com");
    assert.equal(user.emailVerifiedAt, null);
    assert.ok(!("passwordHash" in user));
    const token = await store.oneTimeTokens.get("digest of Ada@Example.com", "email_verification");
    assert.equal(token.expiresAt, clock.nowMs + 24 * 3_600_000);
    const [claimed] = await store.mails.claim({ limit: 10, leaseMs: 1_000 });
    assert.equal(claimed.mail.to, "Ada@Example.com");
  }));

Deno.test("an account is found by its e-mail address in any letter case, with its password hash", () =>
  withStore(async ({ store }) => {
    const { account } = await store.accounts.signUp(signUpOf("Ada@Example.com"));
    const found = await store.accounts.findByEmail("aDA@eXAMPLE.com");
    assert.equal(found?.account.id, account.id);
    assert.equal(found?.passwordHash, "$argon2id$…");
    assert.equal(await store.accounts.findByEmail("bob@example.com"), null);
  }));

Deno.test("changing the display name, the plan or the verification of an account changes nothing else", () =>
  withStore(async ({ store, clock }) => {
    const before = await store.accounts.signUp(signUpOf("ada@example.com"));
    const { id } = before.account;
    await store.accounts.setDisplayName(id, "Ada");
    await store.accounts.setPlan(id, "enterprise");
    clock.nowMs += 5;
    await store.accounts.verifyEmail(id);
    clock.nowMs += 5;
    const after = await store.accounts.verifyEmail(id);
    assert.deepEqual(after, {
      account: { ...before.account, plan: "enterprise" },
      user: { ...before.user, displayName: "Ada", emailVerifiedAt: clock.nowMs - 5 },
    });
    assert.deepEqual(await store.accounts.findByEmail("ada@example.com"), { ...after, passwordHash: "$argon2id$…" });
  }));

Deno.test("every change to an account that does not exist is refused with not_found", () =>
  withStore(async ({ store }) => {
    const unknown = accountIdOf("acc_01K0000000000000000000000A");
    await assertAllReject([
      store.accounts.setDisplayName(unknown, "Ada"),
      store.accounts.setPlan(unknown, "pro"),
      store.accounts.verifyEmail(unknown),
      store.accounts.delete(unknown),
      store.mails.enqueue(unknown, mailTo("ada@example.com")),
      store.apiClients.create(unknown, { name: "Desk", description: null }),
      store.meters.usage(unknown),
    ], { code: "not_found" });
    assert.equal(await store.accounts.find(unknown), null);
  }));

Deno.test("the credentials of a deleted account are refused at once, and its e-mail address can sign up again", () =>
  withStore(async ({ store }) => {
    const { account, user } = await store.accounts.signUp(signUpOf("ada@example.com"));
    const session = await store.sessions.start(account.id, {
      userId: user.id,
      credentialGeneration: user.credentialGeneration,
      refreshDigest: "r1",
    });
    const client = await store.apiClients.create(account.id, { name: "Desk", description: null });
    const key = await store.apiKeys.create(account.id, apiKeyDraft(client.id));
    assert.ok(await store.sessions.authenticate(account.id, session.id));
    assert.ok(await store.apiKeys.authenticate(key.id, "digest"));

    await store.accounts.delete(account.id);

    assert.equal(await store.sessions.authenticate(account.id, session.id), null);
    assert.equal(await store.apiKeys.authenticate(key.id, "digest"), null);
    assert.equal(await store.sessions.findByRefreshDigest("r1"), null);
    await assert.rejects(store.sessions.rotate("r1", "r2"), { code: "session_revoked" });
    await assert.rejects(store.oneTimeTokens.confirmEmail("digest of ada@example.com"), {
      code: "one_time_token_invalid",
    });
    await assert.rejects(store.apiKeys.create(account.id, apiKeyDraft(client.id)), { code: "not_found" });
    assert.equal(await store.accounts.findByEmail("ada@example.com"), null);
    const again = await store.accounts.signUp(signUpOf("ada@example.com"));
    assert.notEqual(again.account.id, account.id);
  }));
