import assert from "node:assert/strict";
import { DAY_MS, MINUTE_MS } from "../domain/instant.ts";
import { withStore } from "../../tests/support/temporary_store.ts";
import { keys } from "./keys.ts";
import { put, write } from "./transaction.ts";

Deno.test("a service secret is made once, of 32 bytes, the same for every process and another for each name", () =>
  withStore(async ({ store, openAgain }) => {
    const other = await openAgain();
    const found = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [store, other][index % 2].serviceSecrets.ensure("csrf")),
    );
    assert.deepEqual(found[0].map(({ secret }) => secret.length), [32]);
    for (const secrets of found) assert.deepEqual(secrets, found[0]);
    assert.deepEqual(await (await openAgain()).serviceSecrets.ensure("csrf"), found[0]);
    assert.notDeepEqual(await store.serviceSecrets.ensure("cursor"), found[0]);
  }));

Deno.test("a rotation puts a new secret first for every existing name, and simultaneous rotations lose none", () =>
  withStore(async ({ store, openAgain }) => {
    const first = await Promise.all((["csrf", "cursor"] as const).map((name) => store.serviceSecrets.ensure(name)));
    const other = await openAgain();
    await Promise.all([store.serviceSecrets.rotate(), other.serviceSecrets.rotate()]);
    for (const [index, name] of (["csrf", "cursor"] as const).entries()) {
      const secrets = await store.serviceSecrets.ensure(name);
      assert.equal(new Set(secrets.map(({ secret }) => secret.toBase64())).size, 3, name);
      assert.deepEqual(secrets.at(-1), first[index][0]);
      assert.deepEqual(await other.serviceSecrets.ensure(name), secrets);
    }
    assert.equal((await store.serviceSecrets.ensure("signed_url")).length, 1, "none had been made");
  }));

Deno.test("a rotation drops service secrets at the end of their lifetime, which differs from name to name", () =>
  withStore(async ({ store, clock }) => {
    const names = ["csrf", "cursor", "signed_url"] as const;
    for (const name of names) await store.serviceSecrets.ensure(name);
    const counts = async (): Promise<readonly number[]> =>
      await Promise.all(names.map(async (name) => (await store.serviceSecrets.ensure(name)).length));
    const rotatedAfter = async (pauseMs: number): Promise<readonly number[]> => {
      clock.nowMs += pauseMs;
      await store.serviceSecrets.rotate();
      return await counts();
    };
    assert.deepEqual(await rotatedAfter(0), [2, 2, 2]);
    assert.deepEqual(await rotatedAfter(17 * MINUTE_MS), [3, 3, 2]);
    assert.deepEqual(await rotatedAfter(2 * DAY_MS), [4, 2, 2]);
    assert.deepEqual(await rotatedAfter(31 * DAY_MS), [2, 2, 2]);
  }));

Deno.test("a service secret stored in the earlier format without rotation stays valid", () =>
  withStore(async (context) => {
    const secret = new Uint8Array(32).fill(7);
    await write(context, [put(keys.serviceSecret("csrf"), secret)]);
    const { serviceSecrets } = context.store;
    assert.deepEqual(await serviceSecrets.ensure("csrf"), [{ secret, signsFrom: 0 }]);
    await serviceSecrets.rotate();
    assert.deepEqual((await serviceSecrets.ensure("csrf")).slice(1), [{ secret, signsFrom: 0 }]);
  }));
