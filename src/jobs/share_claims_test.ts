import assert from "node:assert/strict";
import { ShareClaims } from "./share_claims.ts";

Deno.test("each share is taken once, by the owner or by a helper, from both ends of the shared memory", () => {
  const owner = new ShareClaims(3), helper = new ShareClaims(owner.buffer);
  assert.deepEqual([owner.takeForOwner(), helper.takeFor(1), owner.takeForOwner()], [0, 1, 2]);
  assert.deepEqual([owner.takeForOwner(), helper.takeFor(1), owner.areOpen], [null, null, false]);
});

Deno.test("shares that a helper gives back are open again, without those that it has finished", () => {
  const claims = new ShareClaims(3);
  assert.deepEqual([claims.takeFor(1), claims.takeFor(1), claims.takeFor(2)], [0, 1, 2]);
  assert.equal(claims.finish(0, 1), true);
  claims.giveBack(1, { toOwner: false });
  assert.deepEqual([claims.open, claims.takeFor(2), claims.takeFor(2)], [1, 1, null]);
});

Deno.test("a share at which a helper has failed is left to the owner", () => {
  const claims = new ShareClaims(2);
  assert.equal(claims.takeFor(1), 0);
  claims.giveBack(1, { toOwner: true });
  assert.deepEqual([claims.takeFor(2), claims.takeFor(2)], [1, null]);
  assert.deepEqual([claims.takeForOwner(), claims.takeForOwner()], [0, null]);
});

Deno.test("an output of a share that the helper no longer has does not count", () => {
  const claims = new ShareClaims(1);
  claims.takeFor(1);
  claims.giveBack(1, { toOwner: false });
  assert.equal(claims.finish(0, 1), false);
  assert.equal(claims.takeForOwner(), 0);
});

Deno.test("closed claims have no share to take", () => {
  const claims = new ShareClaims(2);
  claims.takeFor(1);
  claims.close();
  assert.deepEqual([claims.takeFor(2), claims.takeForOwner(), claims.areOpen], [null, null, false]);
});
