import assert from "node:assert/strict";
import { DOWNLOAD_LINK_MS } from "../domain/artifact.ts";
import { DAY_MS, MINUTE_MS } from "../domain/instant.ts";
import type { ServiceSecretName } from "../domain/service_secret.ts";
import { REFRESH_TOKEN_MS } from "../domain/session.ts";
import { withStore } from "../../tests/support/temporary_store.ts";
import { textSigner } from "./text_signer.ts";

const LIVES: readonly [ServiceSecretName, number][] = [
  ["csrf", REFRESH_TOKEN_MS],
  ["cursor", DAY_MS],
  ["signed_url", DOWNLOAD_LINK_MS],
];
/** Milliseconds after its creation at which a new secret of the text signer starts to sign. */
const NOTICE_MS = 65_000;

for (const [name, lifeMs] of LIVES) {
  Deno.test(`the last signature of a retired "${name}" secret verifies for its lifetime and never after`, () =>
    withStore(async ({ store, clock }) => {
      const signer = textSigner(name, { ...store, clock });
      await signer.sign("text");
      await store.serviceSecrets.rotate();
      clock.nowMs += NOTICE_MS - 1;
      const last = await signer.sign("text");
      clock.nowMs += 1;
      assert.notEqual(await signer.sign("text"), last, "the new secret signs");
      clock.nowMs += lifeMs - 1;
      assert.ok(await signer.verifies("text", last));
      clock.nowMs += 5_001;
      assert.ok(!await signer.verifies("text", last));
      clock.nowMs += 365 * DAY_MS;
      assert.ok(!await signer.verifies("text", last));
      assert.ok(await signer.verifies("text", await signer.sign("text")));
    }));
}

Deno.test("two processes on one store verify each other's signatures throughout a rotation of secrets", () =>
  withStore(async ({ store, openAgain, clock }) => {
    const stores = [store, await openAgain()];
    const signers = stores.map((one) => textSigner("csrf", { ...one, clock }));
    const signatures = new Set<string>();
    // In this test each process reads the signing secrets at its own times, and a rotation of the secrets falls
    // between two reads.
    for (let step = 0; step < 12; step++) {
      if (step === 3) await stores[1].serviceSecrets.rotate();
      for (const [index, signer] of signers.entries()) {
        clock.nowMs += 9_000;
        const signature = await signer.sign("text");
        signatures.add(signature);
        assert.ok(await signers[1 - index].verifies("text", signature), `step ${step}`);
      }
    }
    assert.equal(signatures.size, 2);
  }));

Deno.test("signing secrets are read once a minute, and again after a failed read", async () => {
  const state = { nowMs: 0, reads: 0, broken: true };
  const serviceSecrets = {
    ensure: () => {
      state.reads++;
      if (state.broken) return Promise.reject(new Error("database is locked"));
      return Promise.resolve([{ secret: new Uint8Array(32), signsFrom: 0 }]);
    },
  };
  const signer = textSigner("cursor", { serviceSecrets, clock: { now: () => state.nowMs } });
  await assert.rejects(signer.sign("text"), /locked/);
  state.broken = false;
  const signature = await signer.sign("text");
  state.nowMs = MINUTE_MS - 1;
  assert.ok(await signer.verifies("text", signature));
  assert.equal(state.reads, 2);
  state.nowMs = MINUTE_MS;
  assert.ok(await signer.verifies("text", signature));
  assert.equal(state.reads, 3);
});

Deno.test("a signature does not verify for another text, or if it is changed or cut", () =>
  withStore(async ({ store, clock }) => {
    const signer = textSigner("cursor", { ...store, clock });
    const signature = await signer.sign("text");
    assert.match(signature, /^[A-Za-z0-9_-]{43}$/);
    assert.ok(!await signer.verifies("texts", signature));
    for (const wrong of ["", signature.slice(1), `${signature}A`, signature.split("").reverse().join("")]) {
      assert.ok(!await signer.verifies("text", wrong), wrong);
    }
  }));
