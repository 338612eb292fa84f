import assert from "node:assert/strict";
import { accountWithCredentials, mailTo, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { keys } from "./keys.ts";
import { remove, write } from "./transaction.ts";

/**
 * Test helper. Creates an account with a function that signs in from a network, and a function that counts the waiting
 * notices.
 */
async function signingIn({ store, list, clock }: TemporaryStore, { isVerified = true } = {}) {
  const { account: { id }, user } = await accountWithCredentials(store);
  if (isVerified) await store.accounts.verifyEmail(id);
  const { credentialGeneration } = user;
  let count = 0;
  return {
    id,
    async from(network: string): Promise<void> {
      clock.nowMs += 60_000;
      const refreshDigest = `from ${network} ${count++}`;
      const notice = mailTo(user.email);
      await store.sessions.start(id, { userId: user.id, credentialGeneration, refreshDigest, network, notice });
    },
    /** Test helper. Returns the number of waiting mails without the sign-up mail. */
    async notices(): Promise<number> {
      return (await list()).filter((key) => key.startsWith('["due_mails"')).length - 1;
    },
  };
}

Deno.test("the owner of an account gets one mail for each new sign-in network, except for the first", () =>
  withStore(async (context) => {
    const owner = await signingIn(context);
    const expected: readonly [string, number][] = [
      ["203.0.113.0/24", 0],
      ["203.0.113.0/24", 0],
      ["198.51.100.0/24", 1],
      ["2001:db8:1:2::/64", 2],
      ["2001:db8:1:ffff::/64", 2],
      ["2001:db8:2:2::/64", 3],
      ["203.0.113.0/24", 3],
    ];
    for (const [network, notices] of expected) {
      await owner.from(network);
      assert.equal(await owner.notices(), notices, network);
    }
    const known = await context.store.sessions.signInNetworks(owner.id);
    assert.deepEqual(known.map(({ network }) => network), [
      "203.0.113.0/24",
      "2001:db8:2::/48",
      "2001:db8:1::/48",
      "198.51.100.0/24",
    ]);
  }));

Deno.test("an unverified e-mail address gets no mail about sign-ins", () =>
  withStore(async (context) => {
    const owner = await signingIn(context, { isVerified: false });
    for (const network of ["203.0.113.0/24", "198.51.100.0/24"]) await owner.from(network);
    assert.equal(await owner.notices(), 0);
  }));

Deno.test("of 100 sign-in networks the latest 32 are kept", () =>
  withStore(async (context) => {
    const owner = await signingIn(context);
    for (let index = 0; index < 100; index++) await owner.from(`10.0.${index}.0/24`);
    const known = await context.store.sessions.signInNetworks(owner.id);
    assert.deepEqual([known.length, known[0].network, known.at(-1)?.network], [32, "10.0.99.0/24", "10.0.68.0/24"]);
  }));

Deno.test("where an account has no noted sign-in networks, those of its existing sessions count as known", () =>
  withStore(async (context) => {
    const owner = await signingIn(context);
    await owner.from("203.0.113.0/24");
    await write(context, [remove(keys.signInNetworks(owner.id))]);
    await owner.from("203.0.113.0/24");
    assert.equal(await owner.notices(), 0);
    await write(context, [remove(keys.signInNetworks(owner.id))]);
    await owner.from("198.51.100.0/24");
    assert.equal(await owner.notices(), 1);
  }));
