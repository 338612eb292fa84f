import assert from "node:assert/strict";
import { accountWithCredentials, mailTo, signUpOf, withStore } from "../../tests/support/temporary_store.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { waitAfterAttempts } from "../domain/mail.ts";

const CLAIM = { limit: 10, leaseMs: 30_000 };

Deno.test("a mail is claimed by only one of two processes, and deleted when it was sent", () =>
  withStore(async ({ store, openAgain, list }) => {
    await accountWithCredentials(store);
    const other = await openAgain();
    const claims = (await Promise.all([store.mails.claim(CLAIM), other.mails.claim(CLAIM)])).flat();
    assert.deepEqual(claims.map(({ mail }) => [mail.to, mail.attempts]), [["ada@example.com", 1]]);
    await store.mails.succeed(claims[0]);
    await store.mails.succeed(claims[0]);
    assert.deepEqual((await list()).filter((key) => /"due_mails"|"mails"/.test(key)), []);
  }));

Deno.test("mails are claimed oldest first, up to the requested number", () =>
  withStore(async ({ store, clock }) => {
    const { account } = await accountWithCredentials(store);
    for (const to of ["b@example.com", "c@example.com"]) {
      clock.nowMs += 1;
      await store.mails.enqueue(account.id, mailTo(to));
    }
    const first = await store.mails.claim({ ...CLAIM, limit: 2 });
    assert.deepEqual(first.map(({ mail }) => mail.to), ["ada@example.com", "b@example.com"]);
    const rest = await store.mails.claim(CLAIM);
    assert.deepEqual(rest.map(({ mail }) => mail.to), ["c@example.com"]);
  }));

Deno.test("processes that claim mails at the same time leave no due mail behind", () =>
  withStore(async ({ store, openAgain }) => {
    const { account } = await accountWithCredentials(store);
    const recipients = Array.from({ length: 7 }, (_, k) => `guest-${k}@example.com`);
    for (const to of recipients) await store.mails.enqueue(account.id, mailTo(to));
    const other = await openAgain();
    const claims = await Promise.all([store, other].map(({ mails }) => mails.claim({ ...CLAIM, limit: 4 })));
    assert.deepEqual(claims.map(({ length }) => length), [4, 4]);
    assert.deepEqual(claims.flat().map(({ mail }) => mail.to).sort(), ["ada@example.com", ...recipients]);
  }));

Deno.test("a new mail is due at once, also for a process whose clock is an hour behind", () =>
  withStore(async ({ store, clock }) => {
    await accountWithCredentials(store);
    clock.nowMs -= HOUR_MS;
    assert.equal((await store.mails.claim(CLAIM)).length, 1);
  }));

Deno.test("a mail whose sender stops responding is due again when its lease ends, and late reports of it are ignored", () =>
  withStore(async ({ store, clock }) => {
    await accountWithCredentials(store);
    const [silent] = await store.mails.claim(CLAIM);
    clock.nowMs += CLAIM.leaseMs - 1;
    assert.deepEqual(await store.mails.claim(CLAIM), []);
    clock.nowMs += 1;
    const [second] = await store.mails.claim(CLAIM);
    assert.equal(second.mail.id, silent.mail.id);
    assert.equal(second.mail.attempts, 2);
    assert.equal(await store.mails.fail(silent, "late"), "lost");
    await store.mails.succeed(silent);
    clock.nowMs += CLAIM.leaseMs;
    assert.equal((await store.mails.claim(CLAIM)).length, 1);
  }));

Deno.test("a refused mail waits longer after each attempt, and is at last recorded as undeliverable without its content", () =>
  withStore(async ({ store, clock, list }) => {
    const { account } = await accountWithCredentials(store);
    for (let attempts = 1;; attempts++) {
      const [claimed] = await store.mails.claim(CLAIM);
      assert.equal(claimed.mail.attempts, attempts);
      const waitMs = waitAfterAttempts(attempts);
      const outcome = await store.mails.fail(claimed, `Refused ${attempts}`);
      assert.equal(outcome, waitMs === null ? "undeliverable" : "later");
      if (waitMs === null) break;
      clock.nowMs += waitMs - 1;
      assert.deepEqual(await store.mails.claim(CLAIM), []);
      clock.nowMs += 1;
    }
    const [dead, ...others] = await store.mails.undeliverable(10);
    assert.equal(others.length, 0);
    assert.equal(dead.accountId, account.id);
    assert.equal(dead.to, "ada@example.com");
    assert.equal(dead.reason, "Refused 9");
    assert.equal(dead.failedAt, clock.nowMs);
    assert.ok(!("text" in dead) && !("html" in dead));
    assert.deepEqual((await list()).filter((key) => key.includes("due_mails")), []);
  }));

Deno.test("a mail is undeliverable after nine attempts by senders that stop responding", () =>
  withStore(async ({ store, clock }) => {
    await accountWithCredentials(store);
    for (let attempts = 1; attempts <= 9; attempts++) {
      assert.equal((await store.mails.claim(CLAIM)).length, 1);
      clock.nowMs += CLAIM.leaseMs;
    }
    assert.deepEqual(await store.mails.claim(CLAIM), []);
    assert.equal((await store.mails.undeliverable(10)).length, 1);
  }));

Deno.test("an e-mail address gets at most five mails a minute, even if its account is deleted and created again", () =>
  withStore(async ({ store }) => {
    for (let index = 0; index < 7; index++) {
      const signUp = signUpOf("ada@example.com");
      const { account } = await store.accounts.signUp({
        ...signUp,
        verification: { ...signUp.verification, digest: `digest ${index}` },
      });
      const claimed = await store.mails.claim({ limit: 10, leaseMs: 1 });
      assert.equal(claimed.filter(({ mail }) => mail.accountId === account.id).length, index < 5 ? 1 : 0, `${index}`);
      await store.accounts.delete(account.id);
    }
  }));
