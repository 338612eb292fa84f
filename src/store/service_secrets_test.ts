import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";

Deno.test("a secret is made once, of 32 bytes, the same for every process, another for every name", () =>
  withStore(async ({ store, openAgain }) => {
    const other = await openAgain();
    const secrets = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [store, other][index % 2].serviceSecrets.ensure("csrf")),
    );
    assert.equal(secrets[0].length, 32);
    for (const secret of secrets) assert.deepEqual(secret, secrets[0]);
    assert.deepEqual(await (await openAgain()).serviceSecrets.ensure("csrf"), secrets[0]);
    assert.notDeepEqual(await store.serviceSecrets.ensure("cursor"), secrets[0]);
  }));
