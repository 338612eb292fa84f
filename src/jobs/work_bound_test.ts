import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";
import { HOUR_MS, MINUTE_MS } from "../domain/instant.ts";
import type { Store } from "../store/open_store.ts";
import { WorkBound } from "./work_bound.ts";

const REFUSED = { code: "not_ready" };

Deno.test("a process without a bound accepts every job and asks the store nothing", async () => {
  const list = (): never => assert.fail("The store was asked");
  await new WorkBound(null, { jobRunners: { list }, clock: { now: () => 0 }, elapsedMs: () => 0 }).check(999_999_999);
});

Deno.test("a process with a bound accepts jobs up to it, and asks the store nothing for them", async () => {
  const list = (): never => assert.fail("The store was asked");
  await new WorkBound(500, { jobRunners: { list }, clock: { now: () => 0 }, elapsedMs: () => 0 }).check(500);
});

Deno.test("a job beyond the bound is refused with its work, the bound and what to do where nobody computes it", () =>
  withStore(async ({ store, clock }) => {
    await store.jobRunners.note("small", { workLimit: 600 });
    await assert.rejects(boundOf(store, { clock }).check(501 + 200), {
      ...REFUSED,
      message: /counted work is 701, this service computes up to 500, .*start `deno task work` on the same database/,
    });
  }));

Deno.test("a job beyond the bound is accepted where a process without a bound or with a larger one was seen", () =>
  withStore(async ({ store, clock }) => {
    const bound = boundOf(store, { clock });
    await store.jobRunners.note("larger", { workLimit: 700 });
    await bound.check(700);
    await assert.rejects(bound.check(701), REFUSED);
    await store.jobRunners.note("boundless", { workLimit: null });
    await bound.check(999_999_999);
    await store.jobRunners.forget("boundless");
    await assert.rejects(bound.check(701), REFUSED);
  }));

Deno.test("a process was seen for ten minutes after its note, also where clocks differ by nine minutes", () =>
  withStore(async ({ store, clock }) => {
    const notedAt = clock.nowMs;
    await store.jobRunners.note("boundless", { workLimit: null });
    for (const minutes of [-9, 0, 9]) {
      clock.nowMs = notedAt + minutes * MINUTE_MS;
      await boundOf(store, { clock }).check(1_000);
    }
    for (const minutes of [-11, 11]) {
      clock.nowMs = notedAt + minutes * MINUTE_MS;
      await assert.rejects(boundOf(store, { clock }).check(1_000), REFUSED);
    }
  }));

Deno.test("a process whose clock is an hour off was seen once its note has changed, for ten minutes of the stopwatch", () =>
  withStore(async ({ store, clock }) => {
    const here = { now: () => clock.nowMs + HOUR_MS };
    let elapsed = 0;
    const bound = boundOf(store, { clock: here, elapsedMs: () => elapsed });
    await store.jobRunners.note("boundless", { workLimit: null });
    await assert.rejects(bound.check(1_000), REFUSED);
    elapsed += MINUTE_MS;
    await assert.rejects(bound.check(1_000), REFUSED);
    await store.jobRunners.note("boundless", { workLimit: null });
    await bound.check(1_000);
    elapsed += 10 * MINUTE_MS;
    await bound.check(1_000);
    elapsed += 1;
    await assert.rejects(bound.check(1_000), REFUSED);
  }));

function boundOf(
  store: Store,
  { clock, elapsedMs = () => 0 }: { clock: { now(): number }; elapsedMs?: () => number },
): WorkBound {
  return new WorkBound(500, { jobRunners: store.jobRunners, clock, elapsedMs });
}
