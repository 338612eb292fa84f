import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";
import type { SigningKey, SigningKeySet } from "../domain/signing_key.ts";

const key = (kid: string): SigningKey => ({ kty: "OKP", crv: "Ed25519", x: "x", d: "d", kid });

Deno.test("processes that start at once agree on one set of signing keys", () =>
  withStore(async ({ store, openAgain }) => {
    const stores = [store, await openAgain()];
    assert.equal(await store.signingKeySets.find(), null);
    const sets = await Promise.all(
      Array.from(
        { length: 10 },
        (_, index) =>
          stores[index % 2].signingKeySets.ensure(() => Promise.resolve({ keys: [key(`made by ${index}`)] })),
      ),
    );
    for (const set of sets) {
      assert.deepEqual(set, sets[0]);
    }
    assert.deepEqual(await store.signingKeySets.find(), sets[0]);
  }));

Deno.test("no parallel rotation of signing keys is lost", () =>
  withStore(async ({ store, openAgain }) => {
    const stores = [store, await openAgain()];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        stores[index % 2].signingKeySets.update((set: SigningKeySet | null) =>
          Promise.resolve({ keys: [key(String(index)), ...set?.keys ?? []] })
        )),
    );
    const kids = (await store.signingKeySets.find())?.keys.map(({ kid }) =>
      Number(kid)
    ).sort((a, b) => a - b);
    assert.deepEqual(kids, Array.from({ length: 12 }, (_, index) => index));
  }));
