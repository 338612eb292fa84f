import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";

Deno.test("two processes together get exactly as many rate limit tokens in a window as the limit", () =>
  withStore(async ({ store, openAgain, clock }) => {
    const stores = [store, await openAgain()];
    const bucket = { rule: "rest", subject: "acc_1", windowStart: clock.nowMs, windowEnd: clock.nowMs + 60_000 };
    const leases = await Promise.all(
      Array.from({ length: 30 }, (_, index) => stores[index % 2].rateLimits.lease(bucket, { count: 10, limit: 95 })),
    );
    assert.equal(leases.reduce((sum, { granted }) => sum + granted, 0), 95);
    assert.deepEqual(await store.rateLimits.lease(bucket, { count: 10, limit: 95 }), { granted: 0, used: 95 });
  }));

Deno.test("rate limits count each rule, subject and window separately", () =>
  withStore(async ({ store, clock }) => {
    const bucket = { rule: "rest", subject: "acc_1", windowStart: clock.nowMs, windowEnd: clock.nowMs + 60_000 };
    const later = { ...bucket, windowStart: bucket.windowEnd, windowEnd: bucket.windowEnd + 60_000 };
    for (const one of [bucket, { ...bucket, rule: "reading" }, { ...bucket, subject: "acc_2" }, later]) {
      assert.deepEqual(await store.rateLimits.lease(one, { count: 5, limit: 5 }), { granted: 5, used: 5 });
    }
  }));

Deno.test("rate limit tokens that are given back can be taken again, but never more than were taken", () =>
  withStore(async ({ store, clock }) => {
    const bucket = { rule: "failures", subject: "a", windowStart: clock.nowMs, windowEnd: clock.nowMs + 60_000 };
    const request = { count: 1, limit: 2 };
    await store.rateLimits.lease(bucket, request);
    await store.rateLimits.giveBack(bucket, 1);
    await store.rateLimits.giveBack(bucket, 1);
    const leases = [];
    for (let index = 0; index < 3; index++) leases.push(await store.rateLimits.lease(bucket, request));
    assert.deepEqual(leases.map(({ granted }) => granted), [1, 1, 0]);
  }));

Deno.test("a sweep deletes past rate limit windows and keeps the current one", () =>
  withStore(async ({ store, clock, list }) => {
    const window = (windowStart: number) => ({
      rule: "rest",
      subject: "a",
      windowStart,
      windowEnd: windowStart + 60_000,
    });
    await store.rateLimits.lease(window(clock.nowMs), { count: 1, limit: 5 });
    clock.nowMs += 180_000;
    await store.rateLimits.lease(window(clock.nowMs), { count: 1, limit: 5 });
    assert.equal(await store.maintenance.sweep(), 1);
    const left = (await list()).filter((key) => key.startsWith('["rate_limits"'));
    assert.deepEqual(left, [`["rate_limits",${clock.nowMs + 60_000},"rest","a"]`]);
  }));
