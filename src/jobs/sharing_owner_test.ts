import assert from "node:assert/strict";
import { type Lendable, LendableWorkers } from "./lendable_workers.ts";
import type { MessageFromWorker } from "./messages.ts";
import { SharingOwner } from "./sharing_owner.ts";

const SHARES = { kind: "test", basis: { values: Float64Array.of(1, 2) }, count: 3 };

/** Returns the owner of shares beside a pool, of which `note` says what it can lend, and the messages that it sent. */
function ownerBeside(lendable: Lendable) {
  const messages: MessageFromWorker[] = [], workers = new LendableWorkers();
  workers.note(lendable);
  const owner = new SharingOwner((message) => void messages.push(message), workers);
  return { owner, messages, note: (next: Lendable) => workers.note(next) };
}

Deno.test("shares are offered to an idle worker when the first of them is taken, and only once", () => {
  const { owner, messages } = ownerBeside("idle"), offered = owner.offer({ ...SHARES, work: 600 });
  assert.equal(offered.take(), 0);
  offered.take();
  owner.look();
  assert.equal(messages.length, 1);
});

Deno.test("shares are neither copied nor offered while the pool has nobody to lend", () => {
  const { owner, messages } = ownerBeside("nobody"), offered = owner.offer({ ...SHARES, work: 1e9 });
  while (offered.take() !== null) owner.look();
  assert.deepEqual(messages, []);
});

Deno.test("shares are offered at a check of the stop flag once a worker is idle", () => {
  const { owner, messages, note } = ownerBeside("nobody"), offered = owner.offer({ ...SHARES, work: 600 });
  assert.equal(offered.take(), 0);
  note("idle");
  owner.look();
  assert.deepEqual(messages.map(({ type }) => type), ["offer"]);
});

Deno.test("a pool that can only start a worker hears of shares whose work is worth the start", () => {
  for (const [work, offers] of [[600, 0], [2_000, 1]] as const) {
    const { owner, messages } = ownerBeside("startable");
    owner.offer({ ...SHARES, work }).take();
    assert.equal(messages.length, offers, `${work}`);
  }
});

Deno.test("shares that the computation has withdrawn are not offered", () => {
  const { owner, messages, note } = ownerBeside("nobody"), offered = owner.offer({ ...SHARES, work: 600 });
  offered.close();
  note("idle");
  owner.look();
  assert.deepEqual(messages, []);
});
