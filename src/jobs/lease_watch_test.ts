import assert from "node:assert/strict";
import { accountIdOf, jobIdOf } from "../domain/identifier.ts";
import { LeaseWatch } from "./lease_watch.ts";

const LEASE_MS = 10_000;
const LOOK_MS = 250;

Deno.test("a lease that is not renewed counts as silent after the lease time", () => {
  const watch = new LeaseWatch();
  const silent = looks(watch, 0, LEASE_MS);
  assert.equal(silent.findIndex(Boolean), LEASE_MS / LOOK_MS);
});

Deno.test("time without access to the store does not count towards the silence of a lease, however often that happens", () => {
  const watch = new LeaseWatch();
  for (let restart = 0; restart < 20; restart++) {
    const back = restart * 60_000 + 12_000;
    // A living runner renews its lease within a quarter of the lease time once the store is back.
    assert.deepEqual(looks(watch, back, LEASE_MS / 4, `${restart}`).filter(Boolean), []);
    assert.deepEqual(looks(watch, back + LEASE_MS / 4, LEASE_MS / 8, `${restart + 1}`).filter(Boolean), []);
  }
});

Deno.test("a runner that died while the store was away is found within one lease time after the store is back", () => {
  const watch = new LeaseWatch();
  looks(watch, 0, 1_000);
  const silent = looks(watch, 100_000, LEASE_MS);
  assert.ok(silent.some(Boolean));
});

/**
 * Test helper. Checks one lease repeatedly from one moment on, and returns for each check whether the lease counts as
 * silent.
 */
function looks(watch: LeaseWatch, from: number, forMs: number, version = "1"): boolean[] {
  const lease = { jobId: jobIdOf("run_1"), accountId: accountIdOf("acc_1"), attempt: 1, version };
  const count = forMs / LOOK_MS + 1;
  return Array.from({ length: count }, (_, index) => from + index * LOOK_MS)
    .map((now) => watch.silentFor(LEASE_MS, [lease], now).length > 0);
}
