import assert from "node:assert/strict";
import { signUpOf, withStore } from "../../tests/support/temporary_store.ts";

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
